import TextModel

/// Identifies a block across the versions of a document that `editing` makes.
///
/// A block that only moved keeps its identity. A paragraph, heading, cell, code block or other leaf that keeps it has the same bytes and
/// the same inlines; a container keeps it while it goes on, whatever happens inside.
public struct BlockID: Hashable, Sendable, Comparable {
  let value: UInt32

  public static func < (left: BlockID, right: BlockID) -> Bool { left.value < right.value }
}

/// A place in the tree of one document: cheap to make and to copy.
///
/// Two nodes are equal when they are the same place of the same version.
public struct MarkdownNode: Sendable {
  enum Place: Hashable {
    case document
    case block(run: Int, index: Int)
    /// `limit` is the index after the parent's last descendant.
    case inline(run: Int, index: Int, limit: Int)
    /// A piece of a block that holds its text as it is.
    case piece(run: Int, index: Int)
  }

  public let document: MarkdownDocument
  let place: Place
  let runObject: Run?
  let runStart: Int

  var runs: RunList { document.storage.runs }

  init(_ document: MarkdownDocument) {
    self.document = document
    place = .document
    runObject = nil
    runStart = 0
  }

  init(_ document: MarkdownDocument, block index: Int, of run: Int) {
    self.document = document
    place = .block(run: run, index: index)
    runObject = document.storage.runs[run]
    runStart = document.storage.runs.start(of: run)
  }

  private init(_ other: MarkdownNode, _ place: Place) {
    document = other.document
    self.place = place
    runObject = other.runObject
    runStart = other.runStart
  }

  /// Gives another node of the same run.
  func sibling(_ place: Place) -> MarkdownNode { MarkdownNode(self, place) }

  var block: BlockRecord? {
    guard case .block(_, let index) = place, let runObject else { return nil }
    return runObject.blocks[index]
  }

  var inline: InlineRecord? {
    switch place {
    case .inline(_, let index, _): runObject?.inlines[index]
    case .piece(_, let index): runObject?.pieces[index]
    default: nil
    }
  }

  /// What the node is.
  public var kind: MarkdownKind {
    guard let block else { return inline?.kind ?? .document }
    // Whether a long comment is nothing else shows only where it ends.
    if block.kind == .commentBlock, block.isUnfinished, case .block(let run, _) = place, document.hasTail(afterLiteralFrom: run) {
      return .htmlBlock
    }
    return block.kind
  }

  public var isBlock: Bool { inline == nil }

  /// The block's identity; nil for inlines and the document.
  public var id: BlockID? { block.map { BlockID(value: $0.id) } }

  /// The exact bytes of the node with all its marks, without the line end after a block.
  public var range: TextRange {
    switch place {
    case .document: return document.text.range
    case .inline, .piece:
      let record = inline!
      return TextRange(runStart + Int(record.start)..<runStart + Int(record.end))
    case .block(let run, let index):
      let record = runObject!.blocks[index]
      let start = runStart + Int(record.start)
      if !record.isUnfinished { return TextRange(start..<start + Int(record.length)) }
      return TextRange(start..<max(start, document.end(ofBlock: index, run: run)))
    }
  }

  // MARK: Around the node

  /// The node's children in order: blocks, or inlines, or the pieces of a block that holds its text as it is.
  public var children: MarkdownChildren { MarkdownChildren(following: firstChild) }

  /// The first child; nil when there is none. O(log runs) at most.
  public var firstChild: MarkdownNode? {
    switch place {
    case .document:
      return document.firstBlock
    case .block(let run, let index):
      let record = runObject!.blocks[index]
      if record.kind.holdsInlines {
        return record.inlineStart < record.inlineEnd
          ? sibling(.inline(run: run, index: Int(record.inlineStart), limit: Int(record.inlineEnd))) : nil
      }
      if record.kind.isLiteral { return document.firstPiece(ofBlock: index, run: run) }
      if index + 1 < Int(record.subtreeEnd) { return sibling(.block(run: run, index: index + 1)) }
      guard record.isUnfinished, record.kind.isContainer else { return nil }
      return document.firstBlock(from: run + 1, under: document.depth(ofBlock: index, run: run))
    case .inline(let run, let index, _):
      let records = runObject!.inlines
      let record = records[index]
      if record.kind.isPart { return nil }
      var child = index + 1
      while child < Int(record.next), records[child].kind.isPart { child += 1 }
      return child < Int(record.next) ? sibling(.inline(run: run, index: child, limit: Int(record.next))) : nil
    case .piece:
      return nil
    }
  }

  /// The first child that ends behind an offset or begins there or later; nil when there is none.
  ///
  /// O(children before it), of which no nodes are made: a paragraph of 100,000 inlines takes a fraction of a millisecond.
  public func firstChild(reaching offset: TextOffset) -> MarkdownNode? {
    guard let first = firstChild else { return nil }
    guard case .inline(let run, var index, let limit) = first.place, let runObject = first.runObject else {
      return children.first { $0.range.upper > offset || $0.range.lower >= offset }
    }
    let wanted = offset.utf8 - first.runStart
    let records = runObject.inlines
    while index < limit {
      let record = records[index]
      if Int(record.end) > wanted || Int(record.start) >= wanted {
        return first.sibling(.inline(run: run, index: index, limit: limit))
      }
      index = Int(record.next)
    }
    return nil
  }

  /// The node after this one under the same parent; nil for the last.
  public var nextSibling: MarkdownNode? {
    switch place {
    case .document:
      return nil
    case .block(let run, let index):
      let blocks = runObject!.blocks
      let next = Int(blocks[index].subtreeEnd)
      if next < blocks.count, blocks[next].parent == blocks[index].parent { return sibling(.block(run: run, index: next)) }
      return document.nextBlock(after: index, run: run)
    case .inline(let run, let index, let limit):
      let next = Int(runObject!.inlines[index].next)
      return next < limit ? sibling(.inline(run: run, index: next, limit: limit)) : nil
    case .piece(let run, let index):
      return document.nextPiece(after: index, run: run)
    }
  }

  /// The node that holds this one; nil for the document.
  public var parent: MarkdownNode? {
    switch place {
    case .document:
      return nil
    case .block(let run, let index):
      let parent = runObject!.blocks[index].parent
      if parent >= 0 { return sibling(.block(run: run, index: Int(parent))) }
      if parent == -1 { return MarkdownNode(document) }
      return document.container(depth: Int(-2 - parent), run: run)
    case .inline(let run, let index, _):
      let block = document.block(ofInline: index, runObject!)
      let records = runObject!.inlines
      var limit = Int(runObject!.blocks[block].inlineEnd)
      var parent = sibling(.block(run: run, index: block))
      var candidate = Int(runObject!.blocks[block].inlineStart)
      while candidate < index {
        let record = records[candidate]
        if record.kind.isPart {
          candidate += 1
        } else if Int(record.next) > index {
          parent = sibling(.inline(run: run, index: candidate, limit: limit))
          limit = Int(record.next)
          candidate += 1
        } else {
          candidate = Int(record.next)
        }
      }
      return parent
    case .piece(let run, let index):
      return document.block(ofPiece: index, run: run)
    }
  }
}

extension MarkdownNode: Hashable {
  public static func == (left: MarkdownNode, right: MarkdownNode) -> Bool {
    left.place == right.place && left.document.storage === right.document.storage
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }
}

/// The children of a node, one after the other.
public struct MarkdownChildren: Sequence, IteratorProtocol, Sendable {
  var following: MarkdownNode?

  public mutating func next() -> MarkdownNode? {
    guard let node = following else { return nil }
    following = node.nextSibling
    return node
  }
}

extension MarkdownDocument {
  /// The root of the tree.
  public var root: MarkdownNode { MarkdownNode(self) }

  /// The top-level blocks in order.
  public var blocks: MarkdownChildren { root.children }
}
