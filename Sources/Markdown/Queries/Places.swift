import TextModel

extension MarkdownNode {
  /// The nodes around this one, from its parent to the document.
  public var ancestors: some Sequence<MarkdownNode> { sequence(first: self, next: \.parent).dropFirst() }

  /// This node or the nearest around it of one of some kinds; nil when there is none.
  public func enclosing(_ kinds: MarkdownKind...) -> MarkdownNode? {
    var node: MarkdownNode? = self
    while let it = node {
      if kinds.contains(it.kind) { return it }
      node = it.parent
    }
    return nil
  }

  /// The block that this node is or belongs to.
  public var enclosingBlock: MarkdownNode {
    var node = self
    while !node.isBlock, let parent = node.parent { node = parent }
    return node
  }

  /// This node or the nearest list around it.
  public var enclosingList: MarkdownNode? { enclosing(.list) }
  /// This node or the nearest item around it.
  public var enclosingItem: MarkdownNode? { enclosing(.listItem) }
  /// This node or the nearest table around it.
  public var enclosingTable: MarkdownNode? { enclosing(.table) }
  /// This node or the nearest table cell around it.
  public var enclosingCell: MarkdownNode? { enclosing(.tableCell) }
  /// This node or the nearest link, image, autolink or wiki link around it.
  public var enclosingLink: MarkdownNode? { enclosing(.link, .image, .autolink, .wikiLink) }
}

extension MarkdownDocument {
  /// The deepest block that an offset lies in or at the end of; the document between blocks. O(log n + depth).
  public func block(at offset: TextOffset) -> MarkdownNode {
    guard storage.runs.count > 0 else { return root }
    var run = storage.runs.index(at: offset.utf8)
    var node: MarkdownNode?
    while node == nil {
      let object = storage.runs[run]
      let inside = Int32(truncatingIfNeeded: offset.utf8 - storage.runs.start(of: run))
      if let index = lastBlock(object, startingAtOrBefore: inside) {
        node = MarkdownNode(self, block: index, of: run)
      } else if object.state.leaf.isLiteral {
        node = literalOpener(before: run)
      } else if run == 0 {
        return root
      } else {
        run -= 1
      }
    }
    while let it = node, it.kind != .document {
      let range = it.range
      if range.lower <= offset, offset <= range.upper { return it }
      node = it.parent
    }
    return root
  }

  private func lastBlock(_ run: Run, startingAtOrBefore offset: Int32) -> Int? {
    var low = 0
    var high = run.blocks.count
    while low < high {
      let middle = (low + high) / 2
      if run.blocks[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The deepest node that an offset lies in; at a border the one that begins there, or else the one that ends there.
  public func node(at offset: TextOffset) -> MarkdownNode {
    var node = block(at: offset)
    descend: while node.kind.holdsInlines || !node.isBlock {
      var ending: MarkdownNode?
      for child in node.children {
        let range = child.range
        if range.lower > offset { break }
        if offset < range.upper {
          node = child
          continue descend
        }
        if offset == range.upper { ending = child }
      }
      guard let ending else { break }
      node = ending
    }
    return node
  }
}
