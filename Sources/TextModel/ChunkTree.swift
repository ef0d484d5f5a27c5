/// One immutable node of the tree of chunks: either a chunk of bytes or two subtrees whose heights differ by at most one.
///
/// Versions of a text share every node off the path of the edit, so nothing here may ever change.
final class ChunkNode: Sendable {
  enum Content: Sendable {
    case chunk([UInt8])
    case branch(ChunkNode, ChunkNode)
  }

  let content: Content
  let measure: TextMeasure
  let height: Int

  var bytes: Int { measure.bytes }

  init(chunk: [UInt8], measure: TextMeasure) {
    content = .chunk(chunk)
    self.measure = measure
    height = 0
  }

  convenience init(chunk: [UInt8]) {
    self.init(chunk: chunk, measure: chunk.withUnsafeBufferPointer { TextMeasure($0) })
  }

  /// Puts two trees side by side; their heights must differ by at most one.
  private init(_ left: ChunkNode, _ right: ChunkNode) {
    content = .branch(left, right)
    measure = left.measure + right.measure
    height = max(left.height, right.height) + 1
  }

  /// Puts two trees whose heights differ by at most two side by side, with the one rotation that this may need (AVL).
  private static func balanced(_ left: ChunkNode, _ right: ChunkNode) -> ChunkNode {
    if right.height > left.height + 1, case .branch(let inner, let outer) = right.content {
      if inner.height > outer.height, case .branch(let first, let second) = inner.content {
        return ChunkNode(ChunkNode(left, first), ChunkNode(second, outer))
      }
      return ChunkNode(ChunkNode(left, inner), outer)
    }
    if left.height > right.height + 1, case .branch(let outer, let inner) = left.content {
      if inner.height > outer.height, case .branch(let first, let second) = inner.content {
        return ChunkNode(ChunkNode(outer, first), ChunkNode(second, right))
      }
      return ChunkNode(outer, ChunkNode(inner, right))
    }
    return ChunkNode(left, right)
  }

  /// Joins two trees of any heights. O(difference of heights).
  static func join(_ left: ChunkNode?, _ right: ChunkNode?) -> ChunkNode? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  private static func joined(_ left: ChunkNode, _ right: ChunkNode) -> ChunkNode {
    if left.height > right.height + 1, case .branch(let outer, let inner) = left.content {
      return balanced(outer, joined(inner, right))
    }
    if right.height > left.height + 1, case .branch(let inner, let outer) = right.content {
      return balanced(joined(left, inner), outer)
    }
    return ChunkNode(left, right)
  }

  /// Builds a tree over chunks in order. O(n).
  static func tree(_ leaves: ArraySlice<ChunkNode>) -> ChunkNode? {
    guard leaves.count > 1 else { return leaves.first }
    let middle = leaves.startIndex + leaves.count / 2
    return join(tree(leaves[..<middle]), tree(leaves[middle...]))
  }

  /// Cuts the tree before byte `at`. O(log n) and the copy of one chunk.
  func split(at: Int) -> (ChunkNode?, ChunkNode?) {
    if at <= 0 { return (nil, self) }
    if at >= bytes { return (self, nil) }
    switch content {
    case .chunk(let chunk):
      return (ChunkNode(chunk: Array(chunk[..<at])), ChunkNode(chunk: Array(chunk[at...])))
    case .branch(let left, let right):
      if at < left.bytes {
        let (before, after) = left.split(at: at)
        return (before, ChunkNode.join(after, right))
      }
      let (before, after) = right.split(at: at - left.bytes)
      return (ChunkNode.join(left, before), after)
    }
  }

  /// Takes the last chunk off.
  func withoutLast() -> (rest: ChunkNode?, chunk: ChunkNode) {
    guard case .branch(let left, let right) = content else { return (nil, self) }
    let (rest, chunk) = right.withoutLast()
    return (ChunkNode.join(left, rest), chunk)
  }

  /// Takes the first chunk off.
  func withoutFirst() -> (chunk: ChunkNode, rest: ChunkNode?) {
    guard case .branch(let left, let right) = content else { return (self, nil) }
    let (chunk, rest) = left.withoutFirst()
    return (chunk, ChunkNode.join(rest, right))
  }

  var lastCount: Int {
    var node = self
    while case .branch(_, let right) = node.content { node = right }
    return node.bytes
  }

  var firstCount: Int {
    var node = self
    while case .branch(let left, _) = node.content { node = left }
    return node.bytes
  }

  /// Gives the same tree with the chunk that holds byte `at` replaced by what `change` makes of it; nil when it declines.
  func replacingChunk(at: Int, _ change: ([UInt8], TextMeasure, _ index: Int) -> ChunkNode?) -> ChunkNode? {
    switch content {
    case .chunk(let chunk):
      return change(chunk, measure, at)
    case .branch(let left, let right):
      // An edit at a seam goes to the chunk before it, as typing goes on there.
      if at <= left.bytes {
        return left.replacingChunk(at: at, change).map { ChunkNode($0, right) }
      }
      return right.replacingChunk(at: at - left.bytes, change).map { ChunkNode(left, $0) }
    }
  }
}

/// The sizes between which chunks are kept, in bytes. A text below `least` is one chunk.
package struct ChunkLimits: Sendable, Equatable {
  package let least: Int
  package let most: Int

  /// `most` must be four times `least` or more, so that cutting between UTF-8 sequences leaves no piece below `least`.
  package init(least: Int, most: Int) {
    precondition(least >= 8 && most >= 4 * least)
    self.least = least
    self.most = most
  }

  package static let standard = ChunkLimits(least: 16 << 10, most: 64 << 10)

  /// Cuts well-formed UTF-8 into chunks of about the middle size, never inside a sequence and not between CR and LF.
  func chunks(_ text: UnsafeBufferPointer<UInt8>) -> [ChunkNode] {
    let count = text.count
    guard count > most else {
      return count == 0 ? [] : [ChunkNode(chunk: Array(text))]
    }
    let pieces = (count + (least + most) / 2 - 1) / ((least + most) / 2)
    var leaves: [ChunkNode] = []
    leaves.reserveCapacity(pieces)
    var start = 0
    for piece in 1...pieces {
      var end = piece == pieces ? count : count * piece / pieces
      while end > start && end < count && isContinuation(text[end]) { end -= 1 }
      if end > start + 1 && end < count && text[end] == lineFeed && text[end - 1] == carriageReturn { end -= 1 }
      leaves.append(ChunkNode(chunk: Array(text[start..<end])))
      start = end
    }
    return leaves
  }
}
