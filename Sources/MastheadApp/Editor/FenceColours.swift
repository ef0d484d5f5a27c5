// Owns: the colours inside fences that are in sight.
// Rule: only fences that the range touches are asked for, each as a whole, so that a string that began above is known; one of more than
// 200 lines keeps the plain look of code.

import GtkKit
import Markdown
import TextModel

extension MarkdownDocument {
  /// Says what the words of code in a range are, where its language is known.
  @MainActor func codeSpans(in range: TextRange) -> [HighlightSpan] {
    var spans: [HighlightSpan] = []
    for block in blocks(touching: range) where block.kind == .codeBlock {
      guard let code = block.code, code.isFenced, !code.language.isEmpty else { continue }
      let place = block.range
      guard text.lines.line(at: place.upper) - text.lines.line(at: place.lower) <= CodeColouring.mostLines + 1 else { continue }
      let fenced = FencedCode(block)
      for span in CodeColouring.shared.spans(of: fenced.string, language: code.language) {
        spans += fenced.places(of: span.range).map { HighlightSpan($0, span.style) }
      }
    }
    return spans
  }
}

/// The code of a fence without what stands before it on each line, and where each piece comes from.
private struct FencedCode {
  private(set) var string = ""
  /// The place in the document of each piece, and where it begins in `string`.
  private var pieces: [(start: Int, place: TextRange)] = []

  init(_ block: MarkdownNode) {
    let text = block.document.text
    var length = 0
    for child in block.children {
      if child.kind == .softBreak {
        string += "\n"
        length += 1
        continue
      }
      pieces.append((length, child.range))
      string += text.string(in: child.range)
      length += child.range.count
    }
  }

  /// Where a part of the code stands in the document: one range for each line.
  func places(of range: TextRange) -> [TextRange] {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start + pieces[middle].place.count <= range.lower.utf8 { low = middle + 1 } else { high = middle }
    }
    var found: [TextRange] = []
    while low < pieces.count, pieces[low].start < range.upper.utf8 {
      let (start, place) = pieces[low]
      let lower = place.lower + max(range.lower.utf8 - start, 0)
      let upper = min(place.upper, place.lower + (range.upper.utf8 - start))
      if lower < upper { found.append(TextRange(lower, upper)) }
      low += 1
    }
    return found
  }
}
