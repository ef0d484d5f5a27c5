import CPango
import Foundation
import Markdown
import Testing
import TextModel

@testable import Typesetting

/// What must hold for every document, at every width, size and direction.
@Suite("Galley properties", .serialized) struct GalleyPropertyTests {
  struct Setting: CustomTestStringConvertible {
    var width = 720.0
    var percent = 100
    var isRightToLeft = false
    var testDescription: String { "\(Int(width)) px, \(percent) %, \(isRightToLeft ? "right to left" : "left to right")" }

    static let all: [Setting] = [260.0, 520, 752].flatMap { width in
      [100, 175].flatMap { percent in [false, true].map { Setting(width: width, percent: percent, isRightToLeft: $0) } }
    }
    /// In ordinary runs: each width, each size and each direction once.
    static let few = [Setting(), Setting(width: 260, percent: 175), Setting(width: 520, isRightToLeft: true)]
    static var wanted: [Setting] { Sample.isMilestone ? all : few }

    func galley(_ document: MarkdownDocument) -> Galley {
      let galley = Galley(typesetter: Typesetter(sheet: StyleSheet.light.scaled(percent: percent)), width: width)
      galley.direction = isRightToLeft ? .rightToLeft : .leftToRight
      galley.update(document)
      return galley
    }
  }

  /// Real documents, cut to so many bytes where there is no time for all.
  private static func samples(real most: Int, random: Int) throws -> [Sample] {
    let real = try Sample.real().map { sample in
      sample.document.text.count <= most
        ? sample : Sample(sample.name, utf8: Array(sample.document.text.bytes(in: TextRange(0..<most))))
    }
    return [.everything] + real + (try Sample.examples()) + Sample.random(random)
  }

  private func report(_ fault: String, _ sample: Sample, _ setting: Setting) {
    Issue.record("\(sample.name) (\(setting.testDescription)): \(fault)")
  }

  @Test func wordsAreInBoxesInOrder() throws {
    for sample in try Self.samples(real: Sample.isMilestone ? .max : 150_000, random: Sample.isMilestone ? 2000 : 300) {
      let expected = ExpectedWords(sample.document).bytes
      let shown = ShownWords(Setting().galley(sample.document))
      for fault in shown.faults { report(fault, sample, Setting()) }
      if shown.bytes != expected { report(difference(expected, shown.bytes) + "\n" + source(sample), sample, Setting()) }
    }
  }

  /// Every word of the paragraphs, headings and cells of real documents is in some box.
  @Test func wordsOfRealProseAreShown() throws {
    for sample in try Sample.real() {
      let galley = Setting().galley(sample.document)
      let shown = galley.plainText(of: 0..<sample.document.text.count)
      let words = Set(shown.split(whereSeparator: \.isWhitespace).map(String.init))
      var missing: [String] = []
      for block in sample.document.leafBlocks(in: sample.document.text.range) where block.kind.holdsInlines {
        for word in Self.words(block).split(whereSeparator: \.isWhitespace) where !words.contains(String(word)) && !shown.contains(word) {
          missing.append(String(word))
        }
      }
      if !missing.isEmpty { report("missing \(missing.prefix(10))", sample, Setting()) }
    }
  }

  /// The text of a block; HTML parts its words.
  private static func words(_ node: MarkdownNode) -> String {
    node.children.map { child -> String in
      switch child.kind {
      case .text, .escape, .entity, .emoji: child.string
      case .codeSpan, .math: child.literal
      case .emphasis, .strong, .strikethrough, .highlight, .link: words(child)
      default: " "
      }
    }.joined()
  }

  @Test(arguments: Setting.wanted) func boxesKeepTheirPlaces(_ setting: Setting) throws {
    for sample in try Self.samples(real: Sample.isMilestone ? 400_000 : 40_000, random: Sample.isMilestone ? 2000 : 100) {
      let galley = setting.galley(sample.document)
      _ = ShownWords(galley)
      galley.settle()
      var faults: [String] = []
      galley.forEachBox { box, leaf in faults += Self.faults(of: box, leaf, galley) }
      for fault in faults.prefix(2) { report(fault + "\n" + source(sample), sample, setting) }
    }
  }

  private static func faults(of box: LeafBox, _ leaf: Leaf, _ galley: Galley) -> [String] {
    var faults: [String] = []
    // Table rows that are wider than the column scroll within it.
    let width = box.scroll.map { $0.width } ?? galley.width
    let rects = box.texts.map { text in
      (Rect(x: text.x + text.set.extent.x, y: text.y, width: text.set.extent.width, height: text.set.height), text.isSource)
    }
    for (rect, isSource) in rects where rect.width > 0 {
      // Blanks at a line's end hang over.
      let hangs = galley.sheet.size * 0.4
      if rect.x < -1 - hangs || rect.right > width + 1 + hangs {
        faults.append("\(leaf.kind): text from \(rect.x) to \(rect.right) of \(width)")
      }
      // The number of an item may reach beyond the line of a heading that is smaller than it.
      let reach = isSource ? 1 : galley.sheet.size * 0.3
      if rect.y < -reach || rect.bottom > box.height + reach { faults.append("\(leaf.kind): text down to \(rect.bottom) of \(box.height)") }
    }
    for (rect, ground) in box.grounds where rect.x < -1 || rect.right > width + 1 {
      faults.append("\(leaf.kind): \(ground) from \(rect.x) to \(rect.right) of \(width)")
    }
    let sources = rects.filter { $0.1 && $0.0.width > 0 }.map(\.0.rounded)
    for (index, rect) in sources.enumerated() {
      for other in sources[(index + 1)...] where rect.inset(x: 0.6, y: 0.6).overlaps(other.inset(x: 0.6, y: 0.6)) {
        faults.append("\(leaf.kind): \(rect) meets \(other)")
      }
    }
    for marker in rects where !marker.1 {
      // Placeholders of pictures stand inside their text.
      if marker.0.right > galley.width + 1 { faults.append("marker \(marker.0)") }
    }
    return faults
  }

  @Test(arguments: Setting.wanted) func caretPlacesAreFoundAgain(_ setting: Setting) throws {
    for sample in try Self.samples(real: Sample.isMilestone ? 60_000 : 8_000, random: Sample.isMilestone ? 2000 : 100) {
      let galley = setting.galley(sample.document)
      _ = ShownWords(galley)
      galley.settle()
      var faults: [String] = []
      for strip in galley.strips.indices {
        for leaf in galley.strips[strip].leaves.indices { faults += Self.caretFaults(galley, strip, leaf) }
      }
      for fault in faults.prefix(2) { report(fault + "\n" + source(sample), sample, setting) }
    }
  }

  private static func caretFaults(_ galley: Galley, _ index: Int, _ leaf: Int) -> [String] {
    var faults: [String] = []
    let strip = galley.strips[index]
    guard let box = strip.leaves[leaf].box else { return ["no box"] }
    let top = galley.top(ofStrip: index) + strip.top(of: leaf) + strip.leaves[leaf].gap
    for text in box.texts where text.isSource && !text.set.text.bytes.isEmpty {
      var count: Int32 = 0
      guard let attributes = pango_layout_get_log_attrs_readonly(text.set.layout, &count) else { continue }
      var byte = 0
      var place = 0
      let bytes = text.set.text.bytes
      while byte < bytes.count {
        defer {
          byte += 1
          while byte < bytes.count, bytes[byte] & 0xc0 == 0x80 { byte += 1 }
          place += 1
        }
        guard place < Int(count), attributes[place].is_cursor_position != 0 else { continue }
        var position = PangoRectangle()
        pango_layout_index_to_pos(text.set.layout, Int32(byte), &position)
        // Blanks at a line's end and marks have no width to be hit.
        guard abs(position.width) > 2 * PANGO_SCALE, bytes[byte] != 0x0a else { continue }
        let x = (Double(position.x) + Double(position.width) * 0.2) / pangoScale + text.x
        let y = (Double(position.y) + Double(position.height) / 2) / pangoScale + text.y + top
        let expected = strip.start + text.set.text.source(ofLayout: byte)
        let found = galley.hit(x: x - (box.scroll?.offset ?? 0), y: y)?.source
        if found != expected {
          faults.append(
            "byte \(byte) of \(String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription): \(String(describing: found)), not \(expected)"
          )
        }
      }
    }
    return faults
  }

  @Test func lettersAreKnown() throws {
    for sample in try Self.samples(real: 150_000, random: 50) {
      let galley = Setting().galley(sample.document)
      _ = ShownWords(galley)
      var faults: [String] = []
      galley.forEachBox { box, leaf in
        for text in box.texts where pango_layout_get_unknown_glyphs_count(text.set.layout) > 0 {
          if Self.isMissingForNoReason(text.set.text.bytes) {
            faults.append("unknown letters in \(String(decoding: text.set.text.bytes.prefix(200), as: UTF8.self).debugDescription)")
          }
        }
      }
      if let fault = faults.first { report(fault, sample, Setting()) }
    }
  }

  /// Whether every letter of a text has a font, though not in the layout that was set.
  private static func isMissingForNoReason(_ bytes: [UInt8]) -> Bool {
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    let layout = pango_layout_new(context)
    defer {
      g_object_unref(UnsafeMutableRawPointer(layout))
      g_object_unref(context.map { UnsafeMutableRawPointer($0) })
    }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar.value >= 0x20 {
      pango_layout_set_text(layout, String(scalar), -1)
      if pango_layout_get_unknown_glyphs_count(layout) > 0 { return false }
    }
    return true
  }

  @Test func heightsAreTrueAfterScrolling() throws {
    for sample in [.everything] + (try Sample.real()) {
      if sample.document.text.count > 400_000, !Sample.isMilestone { continue }
      let scrolled = Setting().galley(sample.document)
      scrolled.cutAll()
      let estimate = scrolled.height
      var y = 0.0
      while y < scrolled.height {
        var anchor = scrolled.anchor(atY: y)
        scrolled.prepare(&anchor, above: 400, below: 1200)
        y = scrolled.y(of: anchor) + 700
      }
      let whole = Setting().galley(sample.document)
      _ = ShownWords(whole)
      print("\(sample.name): estimated \(Int(estimate)), scrolled \(Int(scrolled.height)), real \(Int(whole.height))")
      #expect(abs(scrolled.height - whole.height) <= whole.height * 0.02, "\(sample.name)")
      #expect(abs(estimate - whole.height) <= whole.height * 0.18, "\(sample.name)")
    }
  }

  private func source(_ sample: Sample) -> String {
    sample.document.text.count < 3000 ? sample.document.text.string(in: sample.document.text.range).debugDescription : ""
  }

  private func difference(_ expected: [UInt8], _ found: [UInt8]) -> String {
    var index = 0
    while index < expected.count, index < found.count, expected[index] == found[index] { index += 1 }
    func around(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, min(index, bytes.count) - 30)..<min(bytes.count, index + 40)], as: UTF8.self).debugDescription
    }
    return "after \(index) of \(expected.count) bytes (\(found.count) found) expected \(around(expected)), found \(around(found))"
  }
}

extension Galley {
  /// Calls `body` for every leaf that is set.
  func forEachBox(_ body: (LeafBox, Leaf) -> Void) {
    for strip in strips {
      for leaf in strip.leaves { if let box = leaf.box { body(box, leaf) } }
    }
  }
}

extension Rect {
  var rounded: Rect { Rect(x: (x * 10).rounded() / 10, y: (y * 10).rounded() / 10, width: width, height: height) }
}
