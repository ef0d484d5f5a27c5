// Owns: finding words in the preview: what is found is marked, one of the places is the one in turn.

internal import GtkKit
internal import Typesetting

extension PreviewView {
  /// Marks stretches of source, and shows one of them as the one in turn; a following version of the document forgets them.
  public func mark(_ ranges: [Range<Int>], current: Range<Int>?) {
    settle()
    if galley.marks != ranges { galley.marks = ranges }
    if let current { galley.selection = [current] }
    area.object?.queueDraw()
  }

  /// Marks every place where words are shown and gives their source bytes, in the order in which they are read; no words mark nothing.
  ///
  /// Large and small letters are alike unless `matchesCase`. At most 10,000. O(document).
  @discardableResult
  public func mark(_ words: String, matchesCase: Bool = false) -> [Range<Int>] {
    settle()
    galley.marks = galley.matches(of: words, matchesCase: matchesCase)
    area.object?.queueDraw()
    return galley.marks
  }

  /// Selects the next marked place behind (or before) the selection or the first line that is seen, and shows it; round the ends.
  ///
  /// Gives its number from 1 and how many there are; nil when nothing is marked.
  @discardableResult
  public func selectMark(forward: Bool) -> (number: Int, count: Int)? {
    settle()
    let marks = galley.marks
    guard !marks.isEmpty else { return nil }
    let index: Int
    if let now = galley.selection.first, let place = marks.firstIndex(of: now) {
      index = (place + (forward ? 1 : marks.count - 1)) % marks.count
    } else {
      let start = galley.selection.first?.lowerBound ?? Int(galley.source(atY: galley.y(of: anchor)))
      let next = marks.firstIndex { !galley.isRead($0.lowerBound, before: start) } ?? 0
      index = forward ? next : (next + marks.count - 1) % marks.count
    }
    galley.selection = [marks[index]]
    reveal(marks[index].lowerBound, share: 0.35)
    return (index + 1, marks.count)
  }
}
