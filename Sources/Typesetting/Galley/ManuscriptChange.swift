import Markdown
import TextModel

/// Says what differs between two versions of a document: which blocks, and which bytes.
struct ManuscriptChange {
  /// The stretches of blocks that differ.
  let differences: MarkdownDifferences
  /// Bytes at the start and at the end that stay.
  let sameStart: Int
  let sameEnd: Int
  private let oldLength: Int
  private let newLength: Int

  /// Compares two versions. O(what differs, and runs / 96).
  init(from old: MarkdownDocument, to new: MarkdownDocument) {
    differences = MarkdownDifferences(from: old, to: new)
    oldLength = old.text.count
    newLength = new.text.count
    if let edit = old.text.edit(to: new.text) {
      sameStart = edit.range.lower.utf8
      sameEnd = oldLength - edit.range.upper.utf8
    } else {
      sameStart = oldLength
      sameEnd = oldLength
    }
  }

  /// Tells whether bytes of the old text are in the new one as well, untouched.
  func isSame(old: Range<Int>, new: Range<Int>) -> Bool {
    if old.upperBound < sameStart || sameStart == oldLength { return old == new }
    return old.lowerBound > oldLength - sameEnd && oldLength - old.lowerBound == newLength - new.lowerBound && old.count == new.count
  }

  /// Carries a byte's place from the old text into the new one; what went away is where it was.
  func map(_ position: Int) -> Int {
    if let place = differences.place(of: position) { return place }
    if position <= sameStart { return position }
    if position >= oldLength - sameEnd { return position + newLength - oldLength }
    return min(position, newLength - sameEnd)
  }
}
