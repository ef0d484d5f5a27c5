// Owns: what a list shows of a document's text without opening it: its title and first lines.
// Rule: only documents in sight are read, only their beginnings, and never on the main thread.

import Documents
import Markdown
import TextModel

/// The beginning of a document.
nonisolated struct Glance: Equatable, Sendable {
  /// The first heading; nil when the text does not begin with one.
  let title: String?
  /// The text after the title as people read it, in a few lines.
  let lines: String

  /// Reads the beginning of a document's text; plain text is shown line by line as it is.
  init(_ text: ChunkedText, isMarkdown: Bool) {
    var title: String?
    var lines: [String] = []
    if isMarkdown {
      // Leaves in order; containers only hold them.
      var next = MarkdownDocument(text).root.firstChild
      var outer: [MarkdownNode?] = []
      while lines.count < Self.lineLimit {
        guard let block = next else {
          guard let parent = outer.popLast() else { break }
          next = parent
          continue
        }
        next = block.nextSibling
        if block.kind.isContainer, let child = block.firstChild, child.isBlock {
          outer.append(next)
          next = child
        } else if block.kind == .heading, title == nil, lines.isEmpty {
          title = block.plainText.shownLines(1).first
        } else {
          lines += block.plainText.shownLines(Self.lineLimit - lines.count)
        }
      }
    } else {
      lines = text.string.shownLines(Self.lineLimit)
    }
    self.title = title
    self.lines = lines.joined(separator: "\n")
  }

  /// Reads the beginning of a text of any length, as far as a sheet shows it.
  init(beginningOf text: ChunkedText, isMarkdown: Bool) {
    let end = text.boundary(atOrBefore: min(text.end, TextOffset(4_096)))
    self.init(ChunkedText(text.string(in: TextRange(.zero, end))), isMarkdown: isMarkdown)
  }

  private static let lineLimit = 12

  /// Title and lines that fit a sheet of so many lines of so many characters, cut where there is no room.
  func fitting(lines limit: Int, width: Int) -> String {
    var shown: [String] = []
    var left = limit
    for line in [title].compactMap({ $0 }) + lines.split(separator: "\n").map({ String($0) }) {
      guard left > 0 else { break }
      let needed = (line.count + width - 1) / width
      shown.append(needed <= left ? line : line.prefix(left * width - 1) + "…")
      left -= needed
    }
    return shown.joined(separator: "\n")
  }
}

extension String {
  /// The first lines that hold anything, none of them very long.
  nonisolated fileprivate func shownLines(_ count: Int) -> [String] {
    split(whereSeparator: \.isNewline).lazy.filter { $0.contains { !$0.isWhitespace } }.prefix(count).map { String($0.prefix(200)) }
  }
}

/// Reads and remembers the beginnings of documents.
final class Glances {
  private struct Known {
    let modified: Int64
    let glance: Glance?
  }

  private var known: [FilePath: Known] = [:]
  private var asked: Set<FilePath> = []

  /// The beginning of a document if it was read before.
  func known(of entry: FolderEntry) -> Glance? {
    known[entry.path].flatMap { $0.modified == entry.modified ? $0.glance : nil }
  }

  /// Reads the beginning of a document, unless that is known or under way, and tells when it is there.
  func read(_ entry: FolderEntry, then show: @escaping () -> Void) {
    guard entry.kind == .document, !asked.contains(entry.path), known[entry.path]?.modified != entry.modified else { return }
    asked.insert(entry.path)
    let isPlain = entry.name.lowercased().hasSuffix(".txt") || entry.name.lowercased().hasSuffix(".text")
    Task {
      let glance = await Task.detached { await Loader().beginning(of: entry.path).map { Glance($0, isMarkdown: !isPlain) } }.value
      asked.remove(entry.path)
      // Enough for all that anybody scrolls past; then from the beginning.
      if known.count > 5_000 { known = [:] }
      known[entry.path] = Known(modified: entry.modified, glance: glance)
      show()
    }
  }
}
