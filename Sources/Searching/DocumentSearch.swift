import Markdown
import TextModel

/// A place in a document that was looked for.
public struct DocumentPlace: Hashable, Sendable {
  /// The bytes that are the place: what was found, or the whole heading, link, task or code.
  public let range: TextRange
  /// The line in which it begins, from 0.
  public let line: Int
  /// What to show of it: the title, or the line around it, cut to a readable length.
  public let excerpt: String
  /// The parts of `excerpt` that fit, in Unicode scalars.
  public let highlights: [Range<Int>]
  /// How well it fits; places in the text all have the same.
  public let score: Int

  /// Where the words that were found are in another version of the text: of all places that hold them the nearest; nil when none does.
  /// O(length).
  public func range(in text: ChunkedText) -> TextRange? {
    guard let shown = highlights.first else { return nil }
    let scalars = excerpt.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: shown.lowerBound)
    let words = String(scalars[start..<scalars.index(start, offsetBy: shown.count)])
    var nearest: TextRange?
    TextFinding(words).forEachPlace(in: text) { place in
      if let last = nearest, abs(last.lower - range.lower) <= abs(place.lower - range.lower) { return false }
      nearest = place
      return true
    }
    return nearest
  }
}

/// Looks for things in one version of a document. A value, so that it can work away from the main thread.
public struct DocumentSearch: Sendable {
  /// What a search can be narrowed to.
  public enum Kind: String, Sendable, CaseIterable {
    case heading, link, task, code
  }

  /// The document.
  public let document: MarkdownDocument
  /// The headings in order, folded once for all searches.
  public let headings: [(entry: MarkdownHeadingEntry, title: FoldedText)]

  /// Prepares searches in a document. O(headings, and runs).
  public init(_ document: MarkdownDocument) {
    self.document = document
    headings = document.headings.map { ($0, FoldedText($0.title)) }
  }

  /// Gives the headings that fit, the best first; with an empty phrase the first ones in their order. O(headings).
  public func headings(_ phrase: Phrase, limit: Int) -> [DocumentPlace] {
    var found: [(index: Int, match: PhraseMatch)] = []
    for (index, heading) in headings.enumerated() {
      if let match = phrase.match(heading.title) { found.append((index, match)) }
      if phrase.isEmpty, found.count == limit { break }
    }
    if !phrase.isEmpty { found.sort { ($1.match.score, $0.index) < ($0.match.score, $1.index) } }
    return found.prefix(limit).map { index, match in
      let entry = headings[index].entry
      return place(entry.range, entry.title, match)
    }
  }

  /// Gives places where the text holds what was typed, at most one for each line, until there are `limit`. O(length).
  public func text(_ typed: String, limit: Int, isCancelled: () -> Bool = { false }) -> [DocumentPlace] {
    Self.lines(of: document.text, holding: typed, limit: limit, isCancelled: isCancelled)
  }

  /// The same for a text that is no open document.
  public static func lines(
    of text: ChunkedText, holding typed: String, limit: Int, isCancelled: () -> Bool = { false }
  ) -> [DocumentPlace] {
    var found: [DocumentPlace] = []
    var lastLine = -1
    TextFinding(typed).forEachPlace(in: text, isCancelled: isCancelled) { range in
      let line = text.lines.line(at: range.lower)
      if line != lastLine {
        lastLine = line
        found.append(excerpt(of: range, in: text, line: line))
      }
      return found.count < limit
    }
    return found
  }

  /// Gives the things of some kinds that fit, in the order of the text, until there are `limit`. O(length).
  public func things(_ kinds: Set<Kind>, _ phrase: Phrase, limit: Int, isCancelled: () -> Bool = { false }) -> [DocumentPlace] {
    var found: [DocumentPlace] = []
    var steps = 0
    document.forEachNode { node in
      steps += 1
      if steps % 1024 == 0, isCancelled() { return .stop }
      if let kind = node.searchKind, kinds.contains(kind) {
        let other = node.link.map { [FoldedText($0.destination)] } ?? []
        for title in node.searchTitles(kind) {
          guard let match = phrase.match(FoldedText(title), keywords: other) else { continue }
          found.append(place(node.searchRange(kind), title, match))
          if found.count >= limit { return .stop }
          break
        }
      }
      return .goOn
    }
    return found
  }

  private func place(_ range: TextRange, _ title: String, _ match: PhraseMatch) -> DocumentPlace {
    DocumentPlace(
      range: range, line: document.text.lines.line(at: range.lower), excerpt: title, highlights: match.ranges, score: match.score)
  }

  // MARK: Excerpts

  /// How many bytes before and after a place are shown.
  private static let before = 36
  private static let after = 110
  /// What the place in the text counts: less than any title that fits by the start of a word.
  private static let textScore = 5_000

  private static func excerpt(of range: TextRange, in text: ChunkedText, line: Int) -> DocumentPlace {
    let content = text.lines.content(ofLine: line)
    let start = range.lower - content.lower > before * 2 ? text.boundary(atOrBefore: range.lower - before) : content.lower
    let end = max(range.upper, min(content.upper, text.boundary(atOrBefore: min(text.end, range.upper + after))))
    var lead = text.string(in: TextRange(start, range.lower)).drop { $0.isWhitespace }
    if start > content.lower { lead = "…" + lead }
    let middle = text.string(in: range)
    let tail = text.string(in: TextRange(range.upper, end)) + (end < content.upper ? "…" : "")
    let first = lead.unicodeScalars.count
    return DocumentPlace(
      range: range, line: line, excerpt: String(lead + middle + tail).onOneLine, highlights: [first..<first + middle.unicodeScalars.count],
      score: textScore)
  }
}

extension String {
  /// The text with control characters as blanks, scalar for scalar.
  var onOneLine: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar) }
    return String(scalars)
  }
}

/// Whether a walk goes on.
enum WalkStep { case goOn, stop }

extension MarkdownDocument {
  /// Visits every node that can be looked for, in the order of the text, without recursion.
  func forEachNode(_ visit: (MarkdownNode) -> WalkStep) {
    var next: MarkdownNode? = root.firstChild
    var stack: [MarkdownNode?] = []
    while true {
      guard let node = next else {
        guard let outer = stack.popLast() else { return }
        next = outer
        continue
      }
      if visit(node) == .stop { return }
      next = node.nextSibling
      switch node.kind {
      case .codeBlock, .mathBlock, .htmlBlock, .commentBlock, .frontMatter, .codeSpan, .math, .html, .comment: break
      default:
        if let child = node.firstChild {
          stack.append(next)
          next = child
        }
      }
    }
  }
}

extension MarkdownNode {
  fileprivate var searchKind: DocumentSearch.Kind? {
    switch kind {
    case .heading: .heading
    case .link, .image, .autolink, .wikiLink: .link
    case .codeBlock, .codeSpan: .code
    case .listItem: item?.task == nil ? nil : .task
    default: nil
    }
  }

  /// The texts by which the node may be found; the first that fits is shown.
  fileprivate func searchTitles(_ kind: DocumentSearch.Kind) -> [String] {
    switch kind {
    case .heading: [plainText]
    case .link: [plainText, link?.destination ?? ""].filter { !$0.isEmpty }
    case .task: (firstChild?.plainText).map { [$0] } ?? []
    // Each line of a block: the one that fits says more than the first.
    case .code:
      literal.split(separator: "\n").map { line in
        let text = String(line.drop { $0 == " " || $0 == "\t" }).onOneLine
        return text.count > 120 ? String(text.prefix(120)) + "…" : text
      }
    }
  }

  /// A task is the line of its box, not all that hangs on it.
  fileprivate func searchRange(_ kind: DocumentSearch.Kind) -> TextRange {
    guard kind == .task, let first = firstChild?.range else { return range }
    return TextRange(range.lower, max(range.lower, first.upper))
  }
}
