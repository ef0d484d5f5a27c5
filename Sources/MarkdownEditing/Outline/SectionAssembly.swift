import Markdown
import TextModel

/// A heading as a plan means it to be: its level, and where it starts.
struct ExpectedHeading: Equatable {
  let level: Int
  let offset: TextOffset

  init(_ level: Int, _ offset: TextOffset) {
    self.level = level
    self.offset = offset
  }
}

/// Text that goes somewhere else: a section, its levels adjusted.
struct SectionPiece {
  let text: String
  /// Where its headings are in it.
  let headings: [ExpectedHeading]
  /// The section that it was made of; nil for new text.
  let root: Int?
  /// What made its text of the section's.
  let plan: EditPlan
}

/// Puts a text together out of what stays and what comes, with line ends where the parts would run into each other.
struct SectionAssembly {
  private(set) var plan = EditPlan([])
  /// The headings of the text that the plan makes.
  private(set) var headings: [ExpectedHeading] = []

  private enum Part {
    case kept(TextRange)
    case piece(SectionPiece)
  }

  private let edits: SectionEdits
  private let isApart: Bool
  private var text: ChunkedText { edits.document.text }

  /// `apart` puts a blank line at every seam.
  init(
    _ edits: SectionEdits, removing roots: [Int], inserting inserted: [(at: TextOffset, pieces: [SectionPiece])], apart: Bool,
    selection: TextSelection
  ) {
    self.edits = edits
    isApart = apart || Self.usesBlankLines(edits)
    let parts = parts(removing: roots.map { edits.sections[$0].range }, inserting: inserted)
    make(parts, selection, isMove: !roots.isEmpty)
  }

  private func parts(removing removed: [TextRange], inserting inserted: [(at: TextOffset, pieces: [SectionPiece])]) -> [Part] {
    var parts: [Part] = []
    var waiting = inserted[...]
    func keep(_ range: TextRange) { if !range.isEmpty { parts.append(.kept(range)) } }
    func keepAndInsert(_ range: TextRange) {
      var start = range.lower
      while let next = waiting.first, next.at <= range.upper {
        if next.at > start { keep(TextRange(start, next.at)) }
        start = max(start, next.at)
        parts += next.pieces.map { .piece($0) }
        waiting.removeFirst()
      }
      keep(TextRange(start, range.upper))
    }
    var start = TextOffset.zero
    for range in removed {
      keepAndInsert(TextRange(start, range.lower))
      start = range.upper
    }
    keepAndInsert(TextRange(start, text.end))
    return parts
  }

  private mutating func make(_ parts: [Part], _ selection: TextSelection, isMove: Bool) {
    var replacements: [EditPlan.Replacement] = []
    var gap = ""
    /// Where what is kept has ended in the old text.
    var oldEnd = TextOffset.zero
    /// The length of the new text so far.
    var length = 0
    var tail: [UInt8] = []
    var caret: TextSelection?
    for (number, part) in parts.enumerated() {
      let isJoined: Bool
      if case .kept(let range) = part, gap.isEmpty, range.lower == oldEnd { isJoined = true } else { isJoined = false }
      let filler = isJoined ? "" : filler(after: tail)
      gap += filler
      length += filler.utf8.count
      switch part {
      case .kept(let range):
        if !gap.isEmpty || range.lower > oldEnd { replacements.append(EditPlan.Replacement(TextRange(oldEnd, range.lower), gap)) }
        for index in indices(startingIn: range) {
          let heading = edits.sections[index].heading
          headings.append(ExpectedHeading(heading.level, TextOffset(length + (heading.range.lower - range.lower))))
        }
        gap = ""
        length += range.count
        oldEnd = range.upper
        tail = text.bytes(in: TextRange(text.boundary(atOrBefore: max(range.lower, range.upper - 64)), range.upper))
      case .piece(let piece):
        let written = number == parts.count - 1 ? atTheEnd(piece.text) : piece.text
        headings += piece.headings.map { ExpectedHeading($0.level, TextOffset(length) + $0.offset.utf8) }
        if isMove, let root = piece.root {
          let old = edits.sections[root].range
          if old.contains(selection.range), selection.range.upper < old.upper {
            let last = length + written.utf8.count
            func carried(_ offset: TextOffset) -> TextOffset {
              TextOffset(min(last, length + piece.plan.map(TextOffset(offset - old.lower)).utf8))
            }
            caret = TextSelection(anchor: carried(selection.anchor), head: carried(selection.head))
          }
        }
        gap += written
        length += written.utf8.count
        tail = Array(written.utf8.suffix(64))
      }
    }
    if !gap.isEmpty || oldEnd < text.end { replacements.append(EditPlan.Replacement(TextRange(oldEnd, text.end), gap)) }
    plan = EditPlan(replacements, selection: caret)
  }

  private func indices(startingIn range: TextRange) -> Range<Int> {
    func first(from offset: TextOffset) -> Int {
      guard offset > .zero, let before = edits.sections.index(at: offset - 1) else { return 0 }
      return before + 1
    }
    let start = first(from: range.lower)
    return start..<max(start, first(from: range.upper))
  }

  /// What has to stand between two parts that were not neighbours.
  private func filler(after tail: [UInt8]) -> String {
    guard let last = tail.last else { return "" }
    var filler = last.isLineEnd ? "" : edits.lineEnd
    if isApart, !Self.endsWithBlankLine(tail) { filler += edits.lineEnd }
    return filler
  }

  /// The last section of a text needs no blank lines behind it.
  private func atTheEnd(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while Self.endsWithBlankLine(bytes) {
      let isPair = bytes.count > 1 && bytes[bytes.count - 1] == 0x0A && bytes[bytes.count - 2] == 0x0D
      bytes.removeLast(isPair ? 2 : 1)
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Tells whether a text ends with a line that holds nothing but blanks.
  static func endsWithBlankLine(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.last, last.isLineEnd else { return false }
    var index = bytes.count - (last == 0x0A && bytes.count > 1 && bytes[bytes.count - 2] == 0x0D ? 2 : 1)
    while index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
    return index > 0 && bytes[index - 1].isLineEnd
  }

  /// Whether most headings of a text have a blank line before them.
  private static func usesBlankLines(_ edits: SectionEdits) -> Bool {
    let text = edits.document.text
    let seen = edits.sections.sections.dropFirst().prefix(64)
    let apart = seen.count { section in
      let start = text.boundary(atOrBefore: max(.zero, section.range.lower - 64))
      return endsWithBlankLine(text.bytes(in: TextRange(start, section.range.lower)))
    }
    return apart * 2 > seen.count
  }
}
