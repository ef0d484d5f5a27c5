import Markdown

/// Holds what a document's blocks take from the whole of it: the numbers of footnotes, and the headings for a table of contents.
///
/// Made once for each version; each part when it is first asked for.
final class Appendix {
  private let document: MarkdownDocument
  /// The footnotes that something refers to, in the order of their numbers.
  let notes: [MarkdownFootnote]
  private let references: [MarkdownNode: Place]
  private let definitions: [MarkdownNode: Int]
  private(set) lazy var headings = document.headings
  private lazy var anchors = Self.anchors(in: document)

  /// Says which note a reference means, and which of the note's references it is; both from 1.
  struct Place {
    var number: Int
    var use: Int
  }

  /// Reads the footnotes, unless it is known that there are none. O(runs / 96, and footnotes with their references).
  init(_ document: MarkdownDocument, hasNotes: Bool = true) {
    self.document = document
    notes = hasNotes ? document.footnotes : []
    var references: [MarkdownNode: Place] = [:]
    var definitions: [MarkdownNode: Int] = [:]
    for note in notes {
      definitions[note.definition] = note.number
      for (use, reference) in note.references.enumerated() { references[reference] = Place(number: note.number, use: use + 1) }
    }
    self.references = references
    self.definitions = definitions
  }

  /// The identities of the definitions: while they stay the same, so do the numbers.
  var order: [BlockID?] { notes.map(\.definition.id) }

  /// Tells which note a reference means; nil when nothing defines it.
  func place(of reference: MarkdownNode) -> Place? { references.isEmpty ? nil : references[reference] }

  /// Tells the number of a definition; nil when nothing refers to it, or another one of its label came first.
  func number(of definition: MarkdownNode) -> Int? { definitions.isEmpty ? nil : definitions[definition] }

  /// The most references that a note leads back to.
  static let mostUses = 10

  /// Makes the arrows that lead from a note back to where it is used, standing for the place `source`.
  func backLinks(of number: Int, to builder: inout TextBuilder, source: Int) {
    let uses = min(notes[number - 1].references.count, Self.mostUses)
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
    guard parts.count >= 2, let number = Int(parts[1]), notes.indices.contains(number - 1) else { return nil }
    let note = notes[number - 1]
    switch parts[0] {
    case "fn": return note.definition.range.lower.utf8
    case "fnref":
      guard let use = parts.count > 2 ? Int(parts[2]) : 1, note.references.indices.contains(use - 1) else { return nil }
      return note.references[use - 1].range.lower.utf8
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
