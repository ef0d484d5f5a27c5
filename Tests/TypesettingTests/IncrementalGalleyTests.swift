import Markdown
import Testing
import TextModel

@testable import Typesetting

/// A galley that follows edits is what a galley of the same document from scratch is.
@Suite("Galley after edits") struct IncrementalGalleyTests {
  /// Writes everything that a galley shows and where, once all of it is set.
  private func dump(_ galley: Galley) -> [String] {
    for strip in galley.strips.indices {
      for leaf in galley.strips[strip].leaves.indices { galley.set(strip: strip, leaf: leaf) }
    }
    galley.settle()
    var lines: [String] = []
    for (index, strip) in galley.strips.enumerated() {
      lines.append(
        "strip \(strip.start) \(strip.length) note \(strip.note ?? 0) mirrored \(strip.isMirrored) at \(galley.top(ofStrip: index))")
      for (number, leaf) in strip.leaves.enumerated() {
        let box = leaf.box!
        var line =
          "  \(leaf.kind) \(leaf.source) part \(leaf.part) at \(strip.top(of: number)) gap \(leaf.gap) height \(leaf.height)/\(box.height):"
        var frame = leaf.frame
        while frame >= 0 {
          line += " \(strip.frames[Int(frame)].kind) \(strip.frames[Int(frame)].indent)" + (frame >= leaf.opened ? "!" : "")
          frame = strip.frames[Int(frame)].parent
        }
        for text in box.texts {
          line += " [\(text.x) \(text.y) \(text.width) \(text.tone) \(text.set.height)"
          line += " \(text.set.text.spans.map { [UInt32($0.start), $0.look.rawValue] })"
          line += " \(String(decoding: text.set.text.bytes, as: UTF8.self).debugDescription)"
          line +=
            " \(text.set.text.pieces.map { [$0.layout, $0.source, $0.sourceLength] }) \(text.set.text.links.map { $0.address.count })]"
        }
        lines.append(line + " \(box.grounds.map { "\($0.ground) \($0.rect)" })")
      }
    }
    lines.append("height \(galley.height)")
    return lines
  }

  private func check(_ text: String, edits: Int, seed: UInt64, setsAll: Bool) {
    var random = RandomMarkdown(seed: seed)
    let typesetter = Typesetter(sheet: .light)
    var document = MarkdownDocument(text)
    let galley = Galley(typesetter: typesetter, width: 600)
    galley.update(document)
    var before = text
    for step in 0..<edits {
      // Several edits may come between two frames.
      for _ in 0..<Int.random(in: 1...2, using: &random.generator) {
        let place = document.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...document.text.count, using: &random.generator)))
        let length = Int.random(in: 0...(Int.random(in: 0..<8, using: &random.generator) == 0 ? 60 : 4), using: &random.generator)
        let end = document.text.boundary(atOrBefore: TextOffset(min(place.utf8 + length, document.text.count)))
        let new = random.text(pieces: Int.random(in: 0...2, using: &random.generator))
        document = document.editing(TextRange(place, end), with: new).document
      }
      galley.update(document)
      // What was set before must not differ from what is set now.
      if setsAll || step % 5 == 4 || step == edits - 1 {
        let scratch = Galley(typesetter: typesetter, width: 600)
        scratch.update(document)
        let (found, expected) = (dump(galley), dump(scratch))
        if found != expected {
          let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, expected.count)
          func line(_ lines: [String]) -> String { index < lines.count ? lines[index] : "nothing" }
          Issue.record(
            "seed \(seed) step \(step)\nfound    \(line(found))\nexpected \(line(expected))\nfrom \(before.debugDescription)\nto   \(document.text.string(in: document.text.range).debugDescription)"
          )
          return
        }
      }
      before = document.text.string(in: document.text.range)
    }
  }

  @Test(arguments: 0..<8) func isAsFromScratch(_ group: Int) {
    let count = Sample.isMilestone ? 60 : 6
    for seed in 0..<count {
      var random = RandomMarkdown(seed: UInt64(group * 1000 + seed + 1))
      let text =
        switch seed % 3 {
        case 0: random.text(pieces: 40)
        case 1: random.structured(group % 6, blocks: 12)
        default: Sample.everyConstruct
        }
      check(text, edits: 20, seed: UInt64(group * 1000 + seed + 1), setsAll: seed % 2 == 0)
    }
  }

  /// Estimates do not differ either, so that the scroll bar does not depend on how the text came to be.
  @Test func keepsTheReadersLine() throws {
    let text = (0..<400).map { "Paragraph \($0) " + String(repeating: "word ", count: $0 % 60) }.joined(separator: "\n\n")
    var document = MarkdownDocument(text)
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 600)
    galley.update(document)
    let place = text.utf8.count / 2
    var anchor = galley.anchor(atY: galley.y(ofSource: Double(place)))
    galley.prepare(&anchor, above: 300, below: 900)
    let held = galley.source(atY: galley.y(of: anchor))
    document = document.editing(TextRange(0..<0), with: "# New\n\nMore\n\n").document
    anchor = galley.update(document, anchor: anchor)
    galley.prepare(&anchor, above: 300, below: 900)
    #expect(abs(galley.source(atY: galley.y(of: anchor)) - held - 13) < 1)
  }
}

/// The same for documents of many sheaves, which are cut where somebody looks.
@Suite("Long galley after edits") struct LongGalleyTests {
  private func dump(_ galley: Galley) -> [String] {
    galley.cutAll()
    galley.settle()
    return galley.strips.enumerated().map { index, strip in
      "\(strip.start) \(strip.length) \(strip.note ?? 0) \(strip.alignments.count) \(galley.top(ofStrip: index)) "
        + strip.leaves.map { "\($0.kind) \($0.source) \($0.gap) \($0.height)" }.joined(separator: ", ")
    } + ["\(galley.height)"]
  }

  @Test(arguments: 0..<6) func isAsFromScratch(_ seed: Int) {
    var random = RandomMarkdown(seed: UInt64(seed + 77))
    let head = seed == 5 ? "[[toc]]\n\n<center>\n\n" : ""
    var document = MarkdownDocument(
      head + (0..<40).map { "\(random.structured(seed % 6, blocks: 40))\n\nbetween \($0)[^\($0 % 5)]\n\n[^\($0)]: note\n\n" }.joined())
    let typesetter = Typesetter(sheet: .light)
    let galley = Galley(typesetter: typesetter, width: 600)
    galley.update(document)
    for step in 0..<(Sample.isMilestone ? 200 : 12) {
      for _ in 0..<Int.random(in: 1...3, using: &random.generator) {
        let place = document.text.boundary(atOrBefore: TextOffset(Int.random(in: 0...document.text.count, using: &random.generator)))
        let length = Int.random(in: 0...(step % 6 == 5 ? 40_000 : 4), using: &random.generator)
        let end = document.text.boundary(atOrBefore: TextOffset(min(place.utf8 + length, document.text.count)))
        let new =
          step % 6 == 4 ? random.structured(step % 5, blocks: 300) : random.text(pieces: Int.random(in: 0...2, using: &random.generator))
        document = document.editing(TextRange(place, end), with: new).document
      }
      galley.update(document)
      // Now and then only some of it is cut before the next edit.
      if step % 3 != 0 {
        _ = galley.anchor(atY: galley.height * Double.random(in: 0..<1, using: &random.generator))
        continue
      }
      let scratch = Galley(typesetter: typesetter, width: 600)
      scratch.update(document)
      let (found, expected) = (dump(galley), dump(scratch))
      if found != expected {
        let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(found.count, expected.count)
        Issue.record(
          "seed \(seed) step \(step) strip \(index) of \(found.count), \(expected.count)\n\(found[min(index, found.count - 1)].prefix(300))\n\(expected[min(index, expected.count - 1)].prefix(300))"
        )
        return
      }
    }
  }
}
