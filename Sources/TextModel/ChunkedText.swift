/// Holds a text as UTF-8 in shared chunks of 16–64 kB: a value whose copies cost nothing and whose edits cost O(log n).
///
/// Always well-formed UTF-8: what is ill-formed in the bytes given becomes U+FFFD, one per maximal subpart, as `String` does.
/// Whoever must not lose such bytes (a file) asks `init(wellFormed:)` and refuses. NUL is an ordinary character.
/// Two texts are equal when their bytes are; Unicode normalization plays no part.
public struct ChunkedText: Sendable {
  private(set) var root: ChunkNode?
  private let limits: ChunkLimits

  /// Makes the empty text.
  public init() {
    self.init(limits: .standard)
  }

  package init(limits: ChunkLimits) {
    root = nil
    self.limits = limits
  }

  /// Takes a string's UTF-8. O(n).
  public init(_ string: String) {
    self.init(string, limits: .standard)
  }

  package init(_ string: String, limits: ChunkLimits) {
    self.limits = limits
    var string = string
    let leaves = string.withUTF8 { limits.chunks($0) }
    root = ChunkNode.tree(leaves[...])
  }

  /// Takes bytes, with U+FFFD for what is ill-formed in them. O(n).
  public init(utf8 bytes: [UInt8]) {
    self = bytes.withUnsafeBufferPointer { ChunkedText(utf8: $0) }
  }

  /// Copies bytes, with U+FFFD for what is ill-formed in them. O(n).
  public init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    self = ChunkedText(wellFormed: bytes) ?? ChunkedText(String(decoding: bytes, as: UTF8.self))
  }

  /// Copies bytes; nil when they are not well-formed UTF-8. O(n).
  public init?(wellFormed bytes: UnsafeBufferPointer<UInt8>) {
    guard firstIllFormedByte(in: bytes) == nil else { return nil }
    limits = .standard
    root = ChunkNode.tree(limits.chunks(bytes)[...])
  }

  /// The length in bytes.
  public var count: Int { measure.bytes }
  public var isEmpty: Bool { root == nil }
  /// The offset after the last byte.
  public var end: TextOffset { TextOffset(count) }
  /// The whole text.
  public var range: TextRange { TextRange(0..<count) }
  /// The length in Unicode scalars, which is what GTK counts. O(1).
  public var scalarCount: Int { measure.scalars }
  /// Converts between bytes, scalars and lines. O(1) to make.
  public var lines: LineIndex { LineIndex(self) }

  var measure: TextMeasure { root?.measure ?? TextMeasure() }

  // MARK: Edits

  /// Puts a string in the place of a range, whose ends must not split a UTF-8 sequence. O(log n + length of the string).
  public mutating func replace(_ range: TextRange, with string: String) {
    var string = string
    string.withUTF8 { replaceWellFormed(range, $0) }
  }

  /// Puts bytes in the place of a range, with U+FFFD for what is ill-formed in them.
  public mutating func replace(_ range: TextRange, with bytes: UnsafeBufferPointer<UInt8>) {
    if firstIllFormedByte(in: bytes) == nil {
      replaceWellFormed(range, bytes)
    } else {
      replace(range, with: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Gives the text with a string in the place of a range; this text stays as it is.
  public func replacing(_ range: TextRange, with string: String) -> ChunkedText {
    var copy = self
    copy.replace(range, with: string)
    return copy
  }

  /// Gives a part as a text of its own, which shares the chunks within it. The ends must not split a UTF-8 sequence. O(log n).
  public func part(_ range: TextRange) -> ChunkedText {
    precondition(isBoundary(range.lower) && isBoundary(range.upper), "the range splits a UTF-8 sequence or lies outside the text")
    var part = ChunkedText(limits: limits)
    let (_, rest) = root?.split(at: range.lower.utf8) ?? (nil, nil)
    guard var tree = rest?.split(at: range.count).0 else { return part }
    // The cuts may have left too small a chunk at either end.
    if tree.height > 0 && tree.firstCount < limits.least {
      let (chunk, rest) = tree.withoutFirst()
      tree = chunk.bytesOfChunk.withUnsafeBufferPointer { join(nil, $0, rest) } ?? tree
    }
    if tree.height > 0 && tree.lastCount < limits.least {
      let (rest, chunk) = tree.withoutLast()
      tree = chunk.bytesOfChunk.withUnsafeBufferPointer { join(rest, $0, nil) } ?? tree
    }
    part.root = tree
    return part
  }

  private mutating func replaceWellFormed(_ range: TextRange, _ new: UnsafeBufferPointer<UInt8>) {
    precondition(range.lower.utf8 >= 0 && range.upper.utf8 <= count, "the range lies outside the text")
    precondition(isBoundary(range.lower) && isBoundary(range.upper), "the range splits a UTF-8 sequence")
    guard let root else {
      self.root = ChunkNode.tree(limits.chunks(new)[...])
      return
    }
    if range.isEmpty && new.isEmpty { return }
    let edited = root.replacingChunk(at: range.lower.utf8) { chunk, measure, index in
      let size = chunk.count - range.count + new.count
      let isOnly = root.height == 0
      guard index + range.count <= chunk.count, size <= limits.most, size >= (isOnly ? 1 : limits.least) else { return nil }
      return edit(chunk, measure, index..<index + range.count, new)
    }
    if let edited {
      self.root = edited
      return
    }
    let (before, rest) = root.split(at: range.lower.utf8)
    let after = rest?.split(at: range.count).1
    self.root = join(before, new, after)
  }

  /// Copies a chunk with an edit in it and counts only around the edit.
  private func edit(_ chunk: [UInt8], _ old: TextMeasure, _ range: Range<Int>, _ new: UnsafeBufferPointer<UInt8>) -> ChunkNode {
    let size = chunk.count - range.count + new.count
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
      chunk.withUnsafeBufferPointer { source in
        let start = target.baseAddress!
        if let base = source.baseAddress {
          start.update(from: base, count: range.lowerBound)
          (start + range.lowerBound + new.count)
            .update(from: base + range.upperBound, count: source.count - range.upperBound)
        }
        if let base = new.baseAddress { (start + range.lowerBound).update(from: base, count: new.count) }
      }
      filled = size
    }
    // One byte on either side is counted along, for the CR LF that an edit may join or part.
    let from = max(range.lowerBound - 1, 0)
    let was = chunk.withUnsafeBufferPointer { measureSlice($0, from..<min(range.upperBound + 1, chunk.count)) }
    let now = bytes.withUnsafeBufferPointer { measureSlice($0, from..<min(range.lowerBound + new.count + 1, size)) }
    var measure = old
    measure.bytes = size
    measure.scalars += now.scalars - was.scalars
    measure.lineEnds += now.lineEnds - was.lineEnds
    measure.startsWithLF = bytes.first == lineFeed
    measure.endsWithCR = bytes.last == carriageReturn
    return ChunkNode(chunk: bytes, measure: measure)
  }

  /// Joins two trees with new bytes between them, so that no chunk at the seams stays below the limit.
  private func join(_ before: ChunkNode?, _ new: UnsafeBufferPointer<UInt8>, _ after: ChunkNode?) -> ChunkNode? {
    var before = before
    var after = after
    var seam = Array(new)
    while let tree = before, tree.lastCount < limits.least || (!seam.isEmpty && seam.count < limits.least) {
      let (rest, chunk) = tree.withoutLast()
      seam = chunk.bytesOfChunk + seam
      before = rest
    }
    while let tree = after, tree.firstCount < limits.least || (!seam.isEmpty && seam.count < limits.least) {
      let (chunk, rest) = tree.withoutFirst()
      seam += chunk.bytesOfChunk
      after = rest
    }
    if let tree = before, !seam.isEmpty, seam.count < limits.least {
      let (rest, chunk) = tree.withoutLast()
      seam = chunk.bytesOfChunk + seam
      before = rest
    }
    let middle = seam.withUnsafeBufferPointer { ChunkNode.tree(limits.chunks($0)[...]) }
    return ChunkNode.join(ChunkNode.join(before, middle), after)
  }

  // MARK: Reading

  /// Gives the byte at an offset within the text. O(log n).
  public subscript(offset: TextOffset) -> UInt8 {
    precondition(offset.utf8 >= 0 && offset.utf8 < count, "the offset lies outside the text")
    return withChunk(at: offset) { $0[offset - $1.lower] }
  }

  /// Tells whether an offset lies in the text and splits no UTF-8 sequence. O(log n).
  public func isBoundary(_ offset: TextOffset) -> Bool {
    guard offset.utf8 > 0 && offset.utf8 < count else { return offset.utf8 == 0 || offset.utf8 == count }
    return !isContinuation(self[offset])
  }

  /// Gives the last boundary between two scalars that is not after `offset`, which may lie anywhere. O(log n).
  public func boundary(atOrBefore offset: TextOffset) -> TextOffset {
    var offset = min(max(offset, .zero), end)
    while !isBoundary(offset) { offset -= 1 }
    return offset
  }

  /// Gives the first boundary between two scalars that is not before `offset`, which may lie anywhere. O(log n).
  public func boundary(atOrAfter offset: TextOffset) -> TextOffset {
    var offset = min(max(offset, .zero), end)
    while !isBoundary(offset) { offset += 1 }
    return offset
  }

  /// Lends the chunk that holds the byte at `offset` (the last chunk at the end of the text), with the range that it covers.
  ///
  /// The empty text lends no bytes. O(log n), nothing is copied. The buffer is valid only inside the call.
  public func withChunk<Result>(
    at offset: TextOffset, _ body: (UnsafeBufferPointer<UInt8>, TextRange) throws -> Result
  ) rethrows -> Result {
    guard var node = root else { return try body(UnsafeBufferPointer(start: nil, count: 0), TextRange(at: .zero)) }
    var start = 0
    while true {
      switch node.content {
      case .chunk(let chunk):
        return try chunk.withUnsafeBufferPointer { try body($0, TextRange(start..<start + chunk.count)) }
      case .branch(let left, let right):
        if offset.utf8 - start < left.bytes {
          node = left
        } else {
          start += left.bytes
          node = right
        }
      }
    }
  }

  /// Lends the bytes of a range piece by piece, in order, with the offset of each; `body` gives false to stop.
  ///
  /// A piece never splits a UTF-8 sequence that the range does not split itself, but may part CR from LF. O(log n + pieces).
  public func forEachChunk(
    in range: TextRange? = nil, _ body: (UnsafeBufferPointer<UInt8>, TextOffset) throws -> Bool
  ) rethrows {
    let range = range ?? self.range
    precondition(range.lower.utf8 >= 0 && range.upper.utf8 <= count, "the range lies outside the text")
    var next = range.lower
    while next < range.upper {
      let (goOn, stop) = try withChunk(at: next) { chunk, place -> (Bool, TextOffset) in
        let stop = min(place.upper, range.upper)
        let piece = UnsafeBufferPointer(rebasing: chunk[next - place.lower..<stop - place.lower])
        return (try body(piece, next), stop)
      }
      if !goOn { return }
      next = stop
    }
  }

  /// Lends the bytes of a range as one buffer: without a copy when they lie in one chunk.
  public func withContiguousUTF8<Result>(
    in range: TextRange? = nil, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let range = range ?? self.range
    precondition(range.lower.utf8 >= 0 && range.upper.utf8 <= count, "the range lies outside the text")
    let direct: Result? = try withChunk(at: range.lower) { chunk, place in
      guard range.upper <= place.upper else { return nil }
      return try body(UnsafeBufferPointer(rebasing: chunk[range.lower - place.lower..<range.upper - place.lower]))
    }
    if let direct { return direct }
    return try bytes(in: range).withUnsafeBufferPointer(body)
  }

  /// Copies the bytes of a range. O(log n + length).
  public func bytes(in range: TextRange) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { target, filled in
      copy(range, to: target)
      filled = range.count
    }
  }

  /// Copies a range as a string; a sequence that the range splits comes out as U+FFFD. O(log n + length).
  public func string(in range: TextRange) -> String {
    String(unsafeUninitializedCapacity: range.count) { target in
      copy(range, to: target)
      return range.count
    }
  }

  /// The whole text as a string. O(n).
  public var string: String { string(in: range) }

  private func copy(_ range: TextRange, to target: UnsafeMutableBufferPointer<UInt8>) {
    forEachChunk(in: range) { piece, offset in
      if let base = piece.baseAddress, let start = target.baseAddress {
        (start + (offset - range.lower)).update(from: base, count: piece.count)
      }
      return true
    }
  }
}

extension ChunkNode {
  /// The bytes of a node that is a chunk.
  fileprivate var bytesOfChunk: [UInt8] {
    guard case .chunk(let bytes) = content else { preconditionFailure("not a chunk") }
    return bytes
  }
}

private func measureSlice(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> TextMeasure {
  TextMeasure(UnsafeBufferPointer(rebasing: text[range]))
}

extension ChunkedText: Equatable {
  /// Compares bytes; chunks that both share are not looked at. O(n) at most.
  public static func == (left: ChunkedText, right: ChunkedText) -> Bool {
    if left.root === right.root { return true }
    guard left.measure == right.measure else { return false }
    var offset = TextOffset.zero
    while offset < left.end {
      let (isSame, next) = left.withChunk(at: offset) { mine, myPlace in
        right.withChunk(at: offset) { theirs, theirPlace -> (Bool, TextOffset) in
          let stop = min(myPlace.upper, theirPlace.upper)
          let from = mine.baseAddress! + (offset - myPlace.lower)
          let with = theirs.baseAddress! + (offset - theirPlace.lower)
          if from == with { return (true, stop) }
          return (sameBytes(from, with, count: stop - offset), stop)
        }
      }
      if !isSame { return false }
      offset = next
    }
    return true
  }
}

/// Compares bytes eight at a time.
private func sameBytes(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
  let one = UnsafeRawPointer(left)
  let other = UnsafeRawPointer(right)
  var index = 0
  while index + 8 <= count {
    let mine = one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if mine != other.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
    index += 8
  }
  while index < count {
    if left[index] != right[index] { return false }
    index += 1
  }
  return true
}

extension ChunkedText: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { string }

  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension ChunkedText {
  /// Says what is wrong with the shape of the tree; nil when nothing is. For tests. O(n).
  package var flaw: String? {
    var sizes: [Int] = []
    var flaw: String?
    func visit(_ node: ChunkNode) {
      switch node.content {
      case .chunk(let bytes):
        sizes.append(bytes.count)
        if node.height != 0 { flaw = "height of a chunk" }
        if ChunkNode(chunk: bytes).measure != node.measure { flaw = "measure \(node.measure) of \(bytes)" }
        if bytes.first.map(isContinuation) ?? false { flaw = "a chunk begins inside a sequence" }
      case .branch(let left, let right):
        visit(left)
        visit(right)
        if abs(left.height - right.height) > 1 { flaw = "out of balance" }
        if node.height != max(left.height, right.height) + 1 { flaw = "height" }
        if node.measure != left.measure + right.measure { flaw = "measure of a branch" }
      }
    }
    if let root { visit(root) }
    if sizes.contains(where: { $0 > limits.most || (sizes.count > 1 && $0 < limits.least) }) || sizes == [0] {
      flaw = "chunk sizes \(sizes)"
    }
    return flaw
  }
}
