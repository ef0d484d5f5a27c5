import TextModel

/// Finding a block or a piece of one again without walking the tree, for those who keep identities and places.
extension MarkdownDocument {
  /// Finds the block with an identity by an offset in it that lies in the run where the block begins: any of a paragraph, heading or row, the
  /// start of a container. For blocks that hold their text as it is any offset does. Nil when it is not there. O(log runs + a run).
  public func block(_ id: BlockID, at offset: TextOffset) -> MarkdownNode? {
    let runs = storage.runs
    guard runs.count > 0 else { return nil }
    let index = runs.index(at: max(0, min(offset.utf8, text.count - 1)))
    let run = runs[index]
    for block in run.blocks.indices where run.blocks[block].id == id.value { return MarkdownNode(self, block: block, of: index) }
    guard run.state.leaf.isLiteral else { return nil }
    let opener = literalOpener(before: index)
    return opener.id == id ? opener : nil
  }

  /// Finds the first piece of a block that holds its text as it is that ends behind an offset or begins there, among those near it; nil when
  /// there is none. O(log runs + a run).
  public func piece(at offset: TextOffset) -> MarkdownNode? {
    let runs = storage.runs
    guard runs.count > 0, offset.utf8 < text.count else { return nil }
    let index = runs.index(at: offset.utf8)
    let inside = offset.utf8 - runs.start(of: index)
    for (number, piece) in runs[index].pieces.enumerated() where Int(piece.end) > inside || Int(piece.start) >= inside {
      return MarkdownNode(self, pieceAt: number, of: index)
    }
    return nil
  }
}
