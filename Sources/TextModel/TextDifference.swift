extension ChunkedText {
  /// Gives the one edit that turns this text into another: what is left when both their common start and end are set aside.
  ///
  /// Nil when they are equal. The edit splits neither a UTF-8 sequence nor a CR LF. Chunks that both share at the start are
  /// not looked at; O(n) at most.
  public func edit(to other: ChunkedText) -> TextEdit? {
    let shorter = min(count, other.count)
    var prefix = 0
    while prefix < shorter {
      let (step, differs) = commonStart(with: other, at: TextOffset(prefix))
      prefix += step
      if differs { break }
    }
    if prefix == count && prefix == other.count { return nil }
    while prefix > 0 && !(isSeam(TextOffset(prefix)) && other.isSeam(TextOffset(prefix))) { prefix -= 1 }
    var suffix = 0
    while suffix < shorter - prefix {
      let (step, differs) = commonEnd(with: other, before: suffix, atMost: shorter - prefix - suffix)
      suffix += step
      if differs { break }
    }
    while suffix > 0 && !(isSeam(end - suffix) && other.isSeam(other.end - suffix)) { suffix -= 1 }
    return TextEdit(TextRange(TextOffset(prefix), end - suffix), newCount: other.count - suffix - prefix)
  }

  /// Tells whether text can be cut here without splitting a sequence or a CR LF.
  private func isSeam(_ offset: TextOffset) -> Bool {
    guard isBoundary(offset) else { return false }
    guard offset > .zero && offset < end else { return true }
    return !(self[offset] == lineFeed && self[offset - 1] == carriageReturn)
  }

  /// Compares forwards from an offset to the end of the nearer chunk.
  private func commonStart(with other: ChunkedText, at offset: TextOffset) -> (step: Int, differs: Bool) {
    withChunk(at: offset) { mine, myPlace in
      other.withChunk(at: offset) { theirs, theirPlace in
        let count = min(myPlace.upper, theirPlace.upper) - offset
        let one = mine.baseAddress! + (offset - myPlace.lower)
        let two = theirs.baseAddress! + (offset - theirPlace.lower)
        if one == two { return (count, false) }
        var index = 0
        while index < count && one[index] == two[index] { index += 1 }
        return (index, index < count)
      }
    }
  }

  /// Compares backwards from `before` bytes before the ends to the start of the nearer chunk.
  private func commonEnd(with other: ChunkedText, before: Int, atMost: Int) -> (step: Int, differs: Bool) {
    withChunk(at: end - before - 1) { mine, myPlace in
      other.withChunk(at: other.end - before - 1) { theirs, theirPlace in
        let myEnd = (end - before) - myPlace.lower
        let theirEnd = (other.end - before) - theirPlace.lower
        let count = min(myEnd, theirEnd, atMost)
        if mine.baseAddress! + myEnd == theirs.baseAddress! + theirEnd { return (count, false) }
        var index = 0
        while index < count && mine[myEnd - index - 1] == theirs[theirEnd - index - 1] { index += 1 }
        return (index, index < count)
      }
    }
  }
}
