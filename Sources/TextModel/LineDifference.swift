/// Tells how one text became another, line by line, with the changed words inside changed lines.
///
/// Lines end at LF, CR LF or CR; a line whose end alone changed is a changed line.
public struct LineDifference: Sendable {
  /// Says that some lines of the old text became some lines of the new one; one of the two sides may be empty.
  public struct Change: Hashable, Sendable {
    /// Counts lines from 0.
    public let oldLines: Range<Int>
    public let newLines: Range<Int>
    /// Covers the old lines' bytes, line ends included.
    public let oldRange: TextRange
    public let newRange: TextRange
  }

  public let old: ChunkedText
  public let new: ChunkedText
  /// Lists the changes in order. Between two of them the texts agree.
  public let changes: [Change]

  /// Compares two texts. O(n) for the lines; the changes cost more the more there are: a 1 MB document with a few hundred
  /// changes takes some ten milliseconds.
  public init(from old: ChunkedText, to new: ChunkedText) {
    self.old = old
    self.new = new
    let oldBytes = old.bytes(in: old.range)
    let newBytes = new.bytes(in: new.range)
    changes = oldBytes.withUnsafeBufferPointer { oldBuffer in
      newBytes.withUnsafeBufferPointer { newBuffer in
        let oldStarts = lineStarts(oldBuffer)
        let newStarts = lineStarts(newBuffer)
        var numbers = PieceNumbers()
        let oldNumbers = pieces(oldBuffer, oldStarts).map { numbers.number($0) }
        let newNumbers = pieces(newBuffer, newStarts).map { numbers.number($0) }
        return SequenceDifference.changes(from: oldNumbers, to: newNumbers).map { change in
          Change(
            oldLines: change.old, newLines: change.new,
            oldRange: TextRange(oldStarts[change.old.lowerBound]..<oldStarts[change.old.upperBound]),
            newRange: TextRange(newStarts[change.new.lowerBound]..<newStarts[change.new.upperBound]))
        }
      }
    }
  }

  public var isEmpty: Bool { changes.isEmpty }

  /// Gives the plan that carries the named changes out on the old text and leaves the others; `nil` stands for all of them.
  ///
  /// Where a change touches few words of a line, only those are replaced, so that a caret, a fold or a mark beside them stays.
  public func plan(taking chosen: Set<Int>? = nil, selection: TextSelection? = nil) -> EditPlan {
    var replacements: [EditPlan.Replacement] = []
    for (index, change) in changes.enumerated() where chosen?.contains(index) ?? true {
      for words in wordChanges(in: change) {
        replacements.append(EditPlan.Replacement(words.old, new.string(in: words.new)))
      }
    }
    return EditPlan(replacements, selection: selection)
  }

  /// Gives the words that differ within a change, as ranges of both texts: what a comparison marks. A change too large to be
  /// looked at in detail comes back without the ends that both sides share, one that only adds or removes comes back whole.
  public func wordChanges(in change: Change) -> [(old: TextRange, new: TextRange)] {
    let whole = [(old: change.oldRange, new: change.newRange)]
    if change.oldRange.isEmpty || change.newRange.isEmpty { return whole }
    let oldBytes = old.bytes(in: change.oldRange)
    let newBytes = new.bytes(in: change.newRange)
    if oldBytes.count + newBytes.count > Self.wordLimit {
      let (lead, tail) = sharedEnds(oldBytes, newBytes)
      return [
        (
          old: TextRange(change.oldRange.lower.utf8 + lead..<change.oldRange.upper.utf8 - tail),
          new: TextRange(change.newRange.lower.utf8 + lead..<change.newRange.upper.utf8 - tail)
        )
      ]
    }
    return oldBytes.withUnsafeBufferPointer { oldBuffer in
      newBytes.withUnsafeBufferPointer { newBuffer in
        let oldStarts = wordStarts(oldBuffer)
        let newStarts = wordStarts(newBuffer)
        var numbers = PieceNumbers()
        let found = SequenceDifference.changes(
          from: pieces(oldBuffer, oldStarts).map { numbers.number($0) }, to: pieces(newBuffer, newStarts).map { numbers.number($0) })
        // Long texts that share hardly a word are not one text with changed words.
        let replaced = found.reduce(0) { $0 + oldStarts[$1.old.upperBound] - oldStarts[$1.old.lowerBound] }
        if oldBytes.count > 200 && replaced > oldBytes.count * 3 / 4 { return whole }
        return found.map { step in
          let oldPart = TextRange(oldStarts[step.old.lowerBound]..<oldStarts[step.old.upperBound])
          let newPart = TextRange(newStarts[step.new.lowerBound]..<newStarts[step.new.upperBound])
          return (oldPart.shifted(by: change.oldRange.lower.utf8), newPart.shifted(by: change.newRange.lower.utf8))
        }
      }
    }
  }

  /// Is the size in bytes, of both sides together, up to which words are compared.
  private static let wordLimit = 8_000
}

/// Cuts bytes at the given starts, of which the last is the end.
private func pieces(_ bytes: UnsafeBufferPointer<UInt8>, _ starts: [Int]) -> some Sequence<UnsafeBufferPointer<UInt8>> {
  zip(starts, starts.dropFirst()).lazy.map { UnsafeBufferPointer(rebasing: bytes[$0..<$1]) }
}

/// Counts the bytes that both begin with, and those that both end with, without cutting a character or a CR LF. O(n).
private func sharedEnds(_ old: [UInt8], _ new: [UInt8]) -> (lead: Int, tail: Int) {
  let limit = min(old.count, new.count)
  var lead = 0
  while lead < limit, old[lead] == new[lead] { lead += 1 }
  while lead > 0, !isCut(old, at: lead) || !isCut(new, at: lead) { lead -= 1 }
  var tail = 0
  while tail < limit - lead, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
  while tail > 0, !isCut(old, at: old.count - tail) || !isCut(new, at: new.count - tail) { tail -= 1 }
  return (lead, tail)
}

/// Tells whether bytes may be cut before an index: between two characters, and not between CR and LF.
private func isCut(_ bytes: [UInt8], at index: Int) -> Bool {
  guard index > 0, index < bytes.count else { return true }
  return bytes[index] & 0xC0 != 0x80 && !(bytes[index] == 0x0A && bytes[index - 1] == 0x0D)
}

/// Gives where each line starts, and the end. O(n).
private func lineStarts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
  var starts = [0]
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    index += 1
    if byte == 0x0A || (byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A)) { starts.append(index) }
  }
  if starts.last! < bytes.count { starts.append(bytes.count) }
  return starts
}

/// Gives where each word, run of blanks or single sign starts, and the end. Bytes beyond ASCII count as letters, but a
/// character of three or more bytes (Han, kana, emoji) stands alone: such scripts have no blanks between words. CR LF is one.
private func wordStarts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
  enum Kind { case word, blank, single }
  var starts: [Int] = []
  var last: Kind?
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    var length = 1
    let kind: Kind
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: kind = .word
    case 0x20, 0x09: kind = .blank
    case 0x0D:
      kind = .single
      if index + 1 < bytes.count && bytes[index + 1] == 0x0A { length = 2 }
    case 0xC0...0xDF: (kind, length) = (.word, 2)
    case 0xE0...0xEF: (kind, length) = (.single, 3)
    case 0xF0...0xFF: (kind, length) = (.single, 4)
    default: kind = .single
    }
    if kind == .single || kind != last { starts.append(index) }
    last = kind
    index = min(index + length, bytes.count)
  }
  starts.append(bytes.count)
  return starts
}
