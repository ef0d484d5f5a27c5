import Markdown
import TextModel

/// Says what differs between two versions of a document: how many strips at either end stay as they are, and which bytes do.
struct ManuscriptChange {
  /// Strips at the start and at the end that stay.
  let head: Int
  let tail: Int
  /// Bytes at the start and at the end that stay.
  let sameStart: Int
  let sameEnd: Int
  /// True when a definition may be in what differs, which changes text elsewhere.
  let mayDefine: Bool
  private let oldLength: Int
  private let newLength: Int

  /// Compares two versions; `strips` are those of the old one's own blocks, without footnotes.
  init(from old: Manuscript, to new: Manuscript, strips: ArraySlice<Strip>) {
    let (oldText, newText) = (old.document.text, new.document.text)
    oldLength = oldText.count
    newLength = newText.count
    if let edit = oldText.edit(to: newText) {
      sameStart = edit.range.lower.utf8
      sameEnd = oldLength - edit.range.upper.utf8
    } else {
      sameStart = oldLength
      sameEnd = oldLength
    }
    var head = 0
    var tail = 0
    let least = min(strips.count, new.bodyCount)
    // The text of a strip alone does not tell what it means: a definition elsewhere may have come. Leaves then have other identities;
    // containers keep theirs, so that they are read again when a definition may be in what differs.
    let mayDefine = Self.mayDefine(oldText, sameStart, sameEnd) || Self.mayDefine(newText, sameStart, sameEnd)
    func isSame(_ strip: Strip, _ block: Int) -> Bool { strip.id == new.id(of: block) && !(mayDefine && new.isContainer(block)) }
    let isEqual = oldLength == sameStart && newLength == sameStart
    while head < least, isEqual || (strips[head].start + strips[head].length < sameStart && new.end(of: head) < sameStart),
      isSame(strips[head], head)
    {
      head += 1
    }
    while tail < least - head {
      let (from, to) = (strips.count - 1 - tail, new.bodyCount - 1 - tail)
      guard oldLength - strips[from].start < sameEnd, newLength - new.start(of: to) < sameEnd, isSame(strips[from], to) else { break }
      tail += 1
    }
    self.mayDefine = mayDefine
    self.head = head
    self.tail = tail
  }

  /// Tells whether bytes of the old text are in the new one as well, untouched.
  func isSame(old: Range<Int>, new: Range<Int>) -> Bool {
    if old.upperBound < sameStart || sameStart == oldLength { return old == new }
    return old.lowerBound > oldLength - sameEnd && oldLength - old.lowerBound == newLength - new.lowerBound && old.count == new.count
  }

  /// Carries a byte's place from the old text into the new one; what went away is where it was.
  func map(_ position: Int) -> Int {
    if position <= sameStart { return position }
    if position >= oldLength - sameEnd { return position + newLength - oldLength }
    return min(position, newLength - sameEnd)
  }

  private static func mayDefine(_ text: ChunkedText, _ start: Int, _ end: Int) -> Bool {
    let lines = text.lines
    let from = lines.start(ofLine: lines.line(at: TextOffset(min(start, text.count))))
    let last = lines.line(at: TextOffset(max(min(start, text.count), text.count - end)))
    let to = last + 1 < lines.count ? lines.start(ofLine: last + 1) : text.end
    guard from < to, to - from < 1 << 16 else { return to - from >= 1 << 16 }
    return text.withContiguousUTF8(in: TextRange(from, to)) { bytes in
      zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: ":") }
    }
  }
}
