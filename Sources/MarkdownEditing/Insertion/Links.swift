import Markdown
import TextModel

/// Makes links and images out of what is selected.
struct Links {
  private let context: EditContext

  init(_ context: EditContext) {
    self.context = context
  }

  /// Links the selection, to the clipboard's address if it holds one; on a link selects the address.
  func link() throws(EditRefusal) -> EditPlan? {
    try refuseCode()
    if let link = surrounding(.link) {
      guard let range = LinkParts(link).destination else { return nil }
      return EditPlan([], selection: TextSelection(range))
    }
    var range = context.selection.range
    if range.isEmpty, let word = Characters(context.text).word(at: range.lower) { range = word }
    range = trimmed(range)
    for leaf in context.document.leafBlocks(in: range) where leaf.kind.holdsInlines {
      if holds(.link, in: range, of: leaf) { throw .linkInsideLink }
    }
    return written(range, before: "[")
  }

  /// Puts an image in, with the selection as its description.
  func image() throws(EditRefusal) -> EditPlan? {
    try refuseCode()
    return written(trimmed(context.selection.range), before: "![")
  }

  private func written(_ range: TextRange, before: String) -> EditPlan {
    let text = LinkText.text(context.text.string(in: range))
    let address = context.clipboardAddress.map(LinkText.destination) ?? ""
    let whole = before + text + "](" + address + ")"
    let start = range.lower
    let end = start + whole.utf8.count
    let selection: TextSelection
    if text.isEmpty {
      selection = TextSelection(caret: start + before.utf8.count)
    } else if address.isEmpty {
      selection = TextSelection(caret: end - 1)
    } else {
      selection = TextSelection(caret: end)
    }
    return EditPlan(replacing: range, with: whole, selection: selection)
  }

  private func trimmed(_ range: TextRange) -> TextRange {
    var lower = range.lower
    var upper = range.upper
    while lower < upper, context.text[lower] <= 0x20 { lower += 1 }
    while lower < upper, context.text[upper - 1] <= 0x20 { upper -= 1 }
    return TextRange(lower, upper)
  }

  private func refuseCode() throws(EditRefusal) {
    let range = context.selection.range
    if range.isEmpty, context.isLiteral(at: range.lower) { throw .insideCode }
    for leaf in context.document.leafBlocks(in: range) where leaf.kind.isLiteral && leaf.range.lower <= range.lower {
      if leaf.range.overlaps(range) { throw .insideCode }
    }
    if let span = context.document.innermostInlines(around: range).first(where: { $0.kind == .codeSpan || $0.kind == .math }),
      span.range.lower < range.lower, span.range.upper > range.upper
    {
      throw .insideCode
    }
  }

  private func surrounding(_ kind: MarkdownKind) -> MarkdownNode? {
    context.document.innermostInlines(around: context.selection.range).first {
      $0.kind == kind && (context.selection.isEmpty || $0.range != context.selection.range)
    }
  }

  private func holds(_ kind: MarkdownKind, in range: TextRange, of leaf: MarkdownNode) -> Bool {
    var open = [leaf]
    while let node = open.popLast() {
      if node.kind == kind, node.range.overlaps(range) { return true }
      for child in node.children where child.range.overlaps(range) { open.append(child) }
    }
    return false
  }
}

/// Writes texts and addresses so that they stay one link.
enum LinkText {
  /// Gives a text with the brackets escaped that have no partner.
  static func text(_ text: String) -> String {
    var open: [Int] = []
    var loose: Set<Int> = []
    var isEscaped = false
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case 0x5C: isEscaped = true
      case 0x5B: open.append(index)
      case 0x5D: if open.popLast() == nil { loose.insert(index) }
      default: break
      }
    }
    loose.formUnion(open)
    guard !loose.isEmpty else { return text }
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if loose.contains(index) { result.append(0x5C) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Gives an address as it may stand in parentheses: in angle brackets when it holds blanks or unpaired parentheses.
  static func destination(_ address: String) -> String {
    var depth = 0
    var needsAngles = address.isEmpty || address.utf8.first == 0x3C
    for byte in address.utf8 {
      if byte <= 0x20 || byte == 0x7F { needsAngles = true }
      if byte == 0x28 { depth += 1 }
      if byte == 0x29 { depth -= 1 }
      if depth < 0 { needsAngles = true }
    }
    if depth != 0 { needsAngles = true }
    var result = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case "\n", "\r": result += "%0A"
      case "<" where needsAngles: result += "%3C"
      case ">" where needsAngles: result += "%3E"
      case "\\": result += "%5C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return needsAngles ? "<\(result)>" : result
  }

  /// Gives a file's name as a relative address: what would end or change it is percent-encoded.
  static func path(_ name: String) -> String {
    var result: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0...0x20, 0x22, 0x23, 0x25, 0x26, 0x28, 0x29, 0x3A, 0x3C, 0x3E, 0x3F, 0x5B, 0x5C, 0x5D, 0x60, 0x7F:
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension MarkdownDocument {
  /// The inlines around a range from the innermost outwards; one that only touches it counts when the range is a caret.
  func innermostInlines(around range: TextRange) -> [MarkdownNode] {
    guard let leaf = leafBlocks(in: range).last(where: { $0.kind.holdsInlines && $0.range.contains(range) }) else { return [] }
    var found: [MarkdownNode] = []
    var node = leaf
    while let next = node.children.first(where: { $0.range.contains(range) && !$0.isText }) {
      found.append(next)
      node = next
    }
    return found.reversed()
  }
}

extension MarkdownNode {
  fileprivate var isText: Bool { kind == .text || kind == .softBreak || kind == .hardBreak }
}

/// The places of the parts of a link that is written out.
struct LinkParts {
  /// The address as written, without angle brackets; nil for links by reference.
  let destination: TextRange?

  init(_ node: MarkdownNode) {
    let text = node.document.text
    guard node.link?.isReference == false, node.kind == .link || node.kind == .image else {
      destination = nil
      return
    }
    var start = node.range.lower + (node.kind == .image ? 2 : 1)
    for child in node.children { start = child.range.upper }
    // `](` follows the text; the address follows that.
    let bytes = text.bytes(in: TextRange(start, node.range.upper))
    guard let bracket = bytes.firstIndex(of: 0x28) else {
      destination = nil
      return
    }
    var lower = bracket + 1
    while lower < bytes.count, bytes[lower] <= 0x20 { lower += 1 }
    var upper = lower
    if lower < bytes.count, bytes[lower] == 0x3C {
      lower += 1
      upper = bytes[lower...].firstIndex(of: 0x3E) ?? bytes.count - 1
    } else {
      var depth = 0
      while upper < bytes.count - 1, bytes[upper] > 0x20 {
        if bytes[upper] == 0x28 { depth += 1 }
        if bytes[upper] == 0x29 {
          if depth == 0 { break }
          depth -= 1
        }
        upper += bytes[upper] == 0x5C ? 2 : 1
      }
      upper = min(upper, bytes.count - 1)
    }
    destination = TextRange(start + lower, start + max(lower, upper))
  }
}
