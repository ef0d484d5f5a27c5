import TextModel

/// A link reference definition with the links that use it.
public struct MarkdownDefinition: Sendable {
  public let node: MarkdownNode
  /// Whether an earlier definition of the same label hides this one.
  public let isHidden: Bool
  /// The links and images that take their address from it, in document order.
  public internal(set) var uses: [MarkdownNode]
}

extension MarkdownDocument {
  /// The link reference definitions with their uses. O(inlines of the runs that ask for labels).
  public var definitions: [MarkdownDefinition] {
    var found: [MarkdownDefinition] = []
    var places: [UInt64: Int] = [:]
    forEachRun { run, index in
      for definition in run.definitions where !definition.isFootnote {
        let isHidden = places[definition.key] != nil
        if !isHidden { places[definition.key] = found.count }
        found.append(
          MarkdownDefinition(node: MarkdownNode(self, block: Int(definition.block), of: index), isHidden: isHidden, uses: []))
      }
    }
    guard !found.isEmpty else { return [] }
    forEachRun { run, index in
      guard !run.lookups.isEmpty else { return }
      run.forEachInline { place in
        let record = run.inlines[place.index]
        guard record.kind == .link || record.kind == .image, record.flags & InlineFlag.reference != 0,
          let definition = places[run.lookups[Int(run.inlines[place.index + 1].next)]]
        else { return }
        found[definition].uses.append(MarkdownNode(self, at: place, of: index))
      }
    }
    return found
  }

  func forEachRun(_ body: (Run, Int) -> Void) {
    var index = 0
    for group in storage.runs.groups {
      for run in group.runs {
        body(run, index)
        index += 1
      }
    }
  }
}

extension MarkdownDocument {
  /// The places of all link reference definitions, in document order. O(n).
  public var linkDefinitions: [TextRange] {
    var found: [TextRange] = []
    forEachLeaf(in: nil) { if $0.kind == .linkDefinition { found.append($0.range) } }
    return found
  }
}
