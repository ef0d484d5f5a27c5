import Markdown

/// Holds what a document's blocks take from the whole of it: the numbers of footnotes, and the headings for a table of contents.
///
/// Made once for each version; each part when it is first asked for.
final class Appendix {
  private let document: MarkdownDocument
  /// The footnotes that something refers to.
  let footnotes: MarkdownFootnoteTable
  private(set) lazy var headings = document.headings
  private lazy var anchors = Self.anchors(in: document)

  /// Reads the footnotes, unless it is known that there are none. O(runs / 96, and footnotes with their references).
  init(_ document: MarkdownDocument, hasNotes: Bool = true) {
    self.document = document
    footnotes = hasNotes ? MarkdownFootnoteTable(document) : MarkdownFootnoteTable()
  }

  /// The identities of the definitions: while they stay the same, so do the numbers.
  var order: [BlockID] { footnotes.notes.map(\.id) }

  /// The definition of a footnote, by its number from 1.
  func definition(_ number: Int) -> MarkdownNode { footnotes.definition(number, in: document) }

  /// Tells which note a reference means; nil when nothing defines it.
  func place(of reference: MarkdownNode) -> MarkdownFootnoteTable.Reference? {
    footnotes.count == 0 ? nil : footnotes.reference(at: reference.range.lower.utf8)
  }

  /// Tells the number of a definition; nil when nothing refers to it, or another one of its label came first.
  func number(of definition: MarkdownNode) -> Int? {
    footnotes.count == 0 ? nil : footnotes.number(ofDefinitionAt: definition.range.lower.utf8)
  }

  /// The most references that a note leads back to.
  static let mostUses = 10

  /// Makes the arrows that lead from a note back to where it is used, standing for the place `source`.
  func backLinks(of number: Int, to builder: inout TextBuilder, source: Int) {
    let uses = min(footnotes.notes[number - 1].uses, Self.mostUses)
    for use in 1...max(1, uses) {
      builder.standing("\u{a0}".utf8, for: source..<source)
      builder.openLink(Array("#fnref:\(number):\(use)".utf8))
      builder.standing("↩\u{fe0e}".utf8, for: source..<source)
      if use > 1 { builder.standing("\(use)".utf8, for: source..<source, look: .above) }
      builder.closeLink()
    }
  }

  /// Finds the source byte of a place that links name: `fn:2` is the second note, `fnref:2:1` its first reference. Nil for other names.
  func position(of name: String) -> Int? {
    let parts = name.split(separator: ":")
    guard parts.count >= 2, let number = Int(parts[1]), number > 0, number <= footnotes.notes.count else { return nil }
    switch parts[0] {
    case "fn": return footnotes.notes[number - 1].range.lowerBound
    case "fnref":
      guard let use = parts.count > 2 ? Int(parts[2]) : 1 else { return nil }
      return footnotes.references.first { $0.number == number && $0.use == use }?.offset
    default: return nil
    }
  }

  /// Finds the source byte of a place that raw HTML names, as `<a name="x">` and `<h2 id="x">` do; nil when none does.
  ///
  /// The first time O(document), for it is read whole.
  func position(ofAnchor name: String) -> Int? { anchors[name.lowercased()] }

  private static func anchors(in document: MarkdownDocument) -> [String: Int] {
    var result: [String: Int] = [:]
    var stack = [document.root]
    while let node = stack.popLast() {
      if let next = node.nextSibling { stack.append(next) }
      if let first = node.firstChild { stack.append(first) }
      guard node.kind == .html || node.kind == .htmlBlock else { continue }
      for case .start(let tag) in HTMLTokenizer(document.text.bytes(in: node.range)) {
        for name in [tag["id"], tag.name == "a" ? tag["name"] : nil].compactMap({ $0?.lowercased() })
        where !name.isEmpty && result[name] == nil {
          result[name] = node.range.lower.utf8 + tag.range.lowerBound
        }
      }
    }
    return result
  }
}
