import Markdown
import TextModel

/// What a paragraph of pasted HTML holds, on its way to Markdown.
struct PastedInline {
  /// A stretch of text that is set alike.
  struct Run {
    var text: String
    var styles: UInt8 = 0
    /// The address of the link that the text belongs to; nil for none.
    var link: String?
    var kind = Kind.text
  }

  enum Kind {
    case text
    case lineBreak
    /// An image; the text is its description, the link its address.
    case image
  }

  private(set) var runs: [Run] = []

  /// Takes the bold off text that is bold all through: a heading is that by itself.
  mutating func dropUniformBold() {
    guard runs.allSatisfy({ $0.kind != .text || $0.styles & InlineStyle.bold.bit != 0 || $0.text.allSatisfy(\.isWhitespace) }) else {
      return
    }
    for index in runs.indices { runs[index].styles &= ~InlineStyle.bold.bit }
  }

  var isEmpty: Bool { runs.allSatisfy { $0.kind == .text && $0.text.allSatisfy(\.isWhitespace) } }

  /// Adds text whose blanks are as the source has them.
  mutating func add(_ text: String, styles: UInt8, link: String?) {
    var collapsed = ""
    var isAfterBlank = runs.last.map { $0.kind == .lineBreak || ($0.kind == .text && $0.text.last == " ") } ?? true
    for scalar in text.unicodeScalars {
      // A blank that does not break stays what it is, and shows.
      let isBlank = scalar == " " || (scalar.value >= 9 && scalar.value <= 13)
      if scalar.value < 0x20, !isBlank { continue }
      if isBlank {
        if !isAfterBlank { collapsed += " " }
      } else {
        collapsed.unicodeScalars.append(scalar)
      }
      isAfterBlank = isBlank
    }
    guard !collapsed.isEmpty else { return }
    if let last = runs.last, last.kind == .text, last.styles == styles, last.link == link {
      runs[runs.count - 1].text += collapsed
    } else {
      runs.append(Run(text: collapsed, styles: styles, link: link))
    }
  }

  mutating func addBreak() { runs.append(Run(text: "", kind: .lineBreak)) }

  mutating func addImage(_ address: String, description: String, link: String?) {
    runs.append(Run(text: description, link: address, kind: .image))
  }

  /// Writes the paragraph; every way is parsed again, and the first that shows what it should is taken.
  func markdown(_ options: MarkdownOptions, isCell: Bool = false) -> String {
    let runs = trimmed()
    for (marks, escaping) in [(Marks.usual, Escaping.needed), (.tags, .needed), (.usual, .all), (.tags, .all)] {
      let text = PastedInlineWriter(marks: marks, escaping: escaping, isCell: false).write(runs)
      guard shows(text, runs, options) else { continue }
      return isCell ? PastedInlineWriter(marks: marks, escaping: escaping, isCell: true).write(runs) : text
    }
    return PastedInlineWriter(marks: .none, escaping: .all, isCell: isCell).write(runs)
  }

  enum Marks { case usual, tags, none }
  enum Escaping { case needed, all }

  /// The runs without blanks at the ends of lines and of styled text.
  private func trimmed() -> [Run] {
    var result: [Run] = []
    for run in runs {
      if run.kind == .lineBreak || result.isEmpty || result.last?.kind == .lineBreak {
        if run.kind == .lineBreak { Self.dropTrailing(&result) }
        if run.kind == .lineBreak, result.isEmpty { continue }
      }
      var run = run
      if run.kind == .text, result.isEmpty || result.last?.kind == .lineBreak { run.text = String(run.text.drop { $0 == " " }) }
      if run.kind == .text, run.text.isEmpty { continue }
      if run.kind == .text, run.styles != 0 || run.link != nil {
        let lead = run.text.prefix { $0 == " " }
        let rest = run.text.dropFirst(lead.count)
        let core = rest.reversed().drop { $0 == " " }.reversed()
        let tail = rest.dropFirst(core.count)
        if !lead.isEmpty { result.append(Run(text: String(lead))) }
        if !core.isEmpty { result.append(Run(text: String(core), styles: run.styles, link: run.link)) }
        if !tail.isEmpty { result.append(Run(text: String(tail))) }
      } else {
        result.append(run)
      }
    }
    Self.dropTrailing(&result)
    return result
  }

  private static func dropTrailing(_ runs: inout [Run]) {
    while let last = runs.last {
      if last.kind == .image { return }
      let text = last.kind == .text ? String(last.text.reversed().drop { $0 == " " }.reversed()) : ""
      if !text.isEmpty {
        runs[runs.count - 1].text = text
        return
      }
      runs.removeLast()
    }
  }

  /// Whether Markdown shows the runs' text with their styles.
  private func shows(_ text: String, _ runs: [Run], _ options: MarkdownOptions) -> Bool {
    let document = MarkdownDocument(ChunkedText(text), options: options.subtracting(.frontMatter))
    let leaves = document.leafBlocks(in: document.text.range)
    guard leaves.count == 1, leaves[0].kind == .paragraph, leaves[0].containers.isEmpty, let pieces = try? InlinePiece.pieces(of: leaves[0])
    else { return false }
    let shown = ShownText(pieces, document.text)
    var bytes: [UInt8] = []
    var styles: [UInt8] = []
    for run in runs where run.kind != .image {
      let string = run.kind == .lineBreak ? "\n" : run.text
      for byte in string.utf8 {
        bytes.append(byte)
        styles.append(run.styles | (run.link == nil ? 0 : InlineStyle.linkBit))
      }
    }
    func visible(_ bytes: [UInt8], _ styles: [UInt8]) -> [[UInt8]] {
      let kept = bytes.indices.filter { bytes[$0] > 0x20 }
      return [kept.map { bytes[$0] }, kept.map { styles[$0] }]
    }
    // Images are atoms that show their source; without them there is nothing that could differ.
    let images = runs.filter { $0.kind == .image }
    if !images.isEmpty { return leaves[0].children.contains { $0.kind == .image || $0.kind == .link } }
    return visible(bytes, styles) == visible(shown.bytes, shown.styles)
  }
}

/// Writes runs with marks.
private struct PastedInlineWriter {
  let marks: PastedInline.Marks
  let escaping: PastedInline.Escaping
  let isCell: Bool

  func write(_ runs: [PastedInline.Run]) -> String {
    var result = ""
    var open: [(style: InlineStyle, close: String)] = []
    var link: String?
    func closeLink() {
      if let address = link { result += "](" + LinkText.destination(address) + ")" }
      link = nil
    }
    for (index, run) in runs.enumerated() {
      var next = run.kind == .image ? nil : run.link
      var wanted = run.kind == .text ? Set(InlineStyle.allCases.filter { run.styles & $0.bit != 0 }) : Set(open.map(\.style))
      if marks == .none { wanted = wanted.intersection([.code]) }
      // A blank between two stretches of one style belongs to it.
      if run.kind == .text, run.styles == 0, run.text == " ", index > 0, index + 1 < runs.count, runs[index + 1].kind == .text {
        let isWithin = runs[index - 1].kind == .text && runs[index - 1].link == runs[index + 1].link
        next = isWithin ? runs[index + 1].link : nil
        wanted =
          isWithin
          ? Set(open.map(\.style)).intersection(InlineStyle.allCases.filter { runs[index + 1].styles & $0.bit != 0 && $0 != .code }) : []
      }
      if next != link || open.contains(where: { !wanted.contains($0.style) }) {
        while let last = open.last, next != link || !open.allSatisfy({ wanted.contains($0.style) }) {
          result += last.close
          open.removeLast()
        }
        if next != link { closeLink() }
      }
      if let next, link == nil {
        result += "["
        link = next
      }
      switch run.kind {
      case .lineBreak: result += isCell ? " " : "\\\n"
      case .image: result += "![" + escaped(run.text, atStart: false) + "](" + LinkText.destination(run.link ?? "") + ")"
      case .text:
        for style in InlineStyle.allCases where wanted.contains(style) && style != .code && !open.contains(where: { $0.style == style }) {
          let (begin, end) = mark(style)
          result += begin
          open.append((style, end))
        }
        if wanted.contains(.code) {
          result += code(run.text)
        } else {
          result += escaped(run.text, atStart: result.isEmpty || result.last == "\n")
        }
      }
    }
    while let last = open.popLast() { result += last.close }
    closeLink()
    return result
  }

  private func mark(_ style: InlineStyle) -> (String, String) {
    let all = style.marks(.standard)
    let mark = marks == .usual ? all[0] : all[all.count - 1]
    return (mark.open, mark.close)
  }

  private func code(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = text.utf8.first == 0x60 || text.utf8.last == 0x60 ? " " : ""
    return fence + pad + (isCell ? text.map { $0 == "|" ? "\\|" : String($0) }.joined() : text) + pad + fence
  }

  private func escaped(_ text: String, atStart: Bool) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var isLineStart = atStart
    for (index, byte) in bytes.enumerated() {
      let before = index > 0 ? bytes[index - 1] : 0x20
      let after = index + 1 < bytes.count ? bytes[index + 1] : 0x20
      let needed: Bool
      switch byte {
      case 0x5C, 0x60, 0x2A, 0x5B, 0x5D, 0x3C: needed = true
      case 0x5F: needed = !(isWord(before) && isWord(after))
      case 0x26: needed = isWord(after) || after == 0x23
      case 0x7E, 0x3D: needed = before == byte || after == byte || isLineStart
      case 0x24, 0x3A: needed = escaping == .all
      case 0x7C: needed = isCell || escaping == .all
      case 0x23, 0x2B, 0x2D, 0x3E: needed = isLineStart
      case 0x2E, 0x29: needed = isLineStart && index > 0
      default: needed = escaping == .all && isPunctuation(byte)
      }
      if needed { result.append(0x5C) }
      result.append(byte)
      if isLineStart { isLineStart = (byte >= 0x30 && byte <= 0x39 && index < 9) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }

  private func isPunctuation(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !isWord(byte) }
}
