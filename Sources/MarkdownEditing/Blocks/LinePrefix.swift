import Markdown
import TextModel

/// Finds where a line's content begins after what its containers put before it.
struct LinePrefix {
  let text: ChunkedText

  init(_ text: ChunkedText) {
    self.text = text
  }

  /// Gives the offset after the prefix that containers, from the outermost inwards, have on a line.
  ///
  /// A container that the line does not show (a lazy line) ends the search.
  func end(ofLine line: Int, in containers: [MarkdownNode]) -> TextOffset {
    end(ofLine: line, in: containers[...], indents: indents(of: containers))
  }

  /// Gives the same for several lines; what the containers ask of their lines is found once.
  func ends(ofLines lines: ClosedRange<Int>, in containers: [MarkdownNode]) -> [TextOffset] {
    let indents = indents(of: containers)
    return lines.map { end(ofLine: $0, in: containers[...], indents: indents) }
  }

  /// What later lines in containers, from the outermost inwards, begin with.
  func indent(in containers: [MarkdownNode]) -> String {
    zip(containers, indents(of: containers)).reduce("") { indent, one in
      switch one.0.kind {
      case .blockQuote, .alert: indent + "> "
      case .listItem, .footnoteDefinition: indent + String(repeating: " ", count: one.1)
      default: indent
      }
    }
  }

  /// For deeper items the columns before their markers are not counted: that takes the square of the depth.
  private static let mostLeads = 64

  /// The columns that each container wants before what is in it: those before its marker, which its later lines have as well, and those of the marker.
  /// Four for the item of `  - text`.
  private func indents(of containers: [MarkdownNode]) -> [Int] {
    var indents: [Int] = []
    for (index, container) in containers.enumerated() {
      let width = Self.width(of: container, text)
      guard index < Self.mostLeads, let marker = container.item?.marker, marker.lower > .zero, text[marker.lower - 1] == 0x20 else {
        indents.append(width)
        continue
      }
      let start = end(ofLine: text.lines.line(at: marker.lower), in: containers[..<index], indents: indents)
      indents.append(min(3, max(0, marker.lower - start)) + width)
    }
    return indents
  }

  private func end(ofLine line: Int, in containers: ArraySlice<MarkdownNode>, indents: [Int]) -> TextOffset {
    let content = text.lines.content(ofLine: line)
    var place = content.lower
    for (index, container) in containers.enumerated() {
      switch container.kind {
      case .blockQuote, .alert:
        let mark = afterBlanks(place, in: content, atMost: 3)
        guard mark < content.upper, text[mark] == 0x3E else { return place }
        place = mark + 1
        if place < content.upper, text[place] == 0x20 || text[place] == 0x09 { place += 1 }
      case .listItem, .footnoteDefinition:
        if container.range.lower >= content.lower, container.range.lower <= content.upper {
          place = Self.contentStart(of: container, text)
        } else {
          place = afterBlanks(place, in: content, atMost: indents[index])
        }
      default: break
      }
    }
    return min(place, content.upper)
  }

  /// The offset after at most so many columns of blanks.
  func afterBlanks(_ start: TextOffset, in content: TextRange, atMost columns: Int) -> TextOffset {
    var place = start
    var column = 0
    while place < content.upper, column < columns {
      if text[place] == 0x20 {
        column += 1
      } else if text[place] == 0x09 {
        column += 4 - column % 4
        if column > columns { return place }
      } else {
        break
      }
      place += 1
    }
    return place
  }

  /// The first byte of a line that is no blank, from an offset on; the line's end when there is none.
  func indented(_ start: TextOffset, ofLine line: Int) -> TextOffset {
    afterBlanks(start, in: text.lines.content(ofLine: line), atMost: .max)
  }

  func isBlank(line: Int) -> Bool {
    let content = text.lines.content(ofLine: line)
    return afterBlanks(content.lower, in: content, atMost: .max) == content.upper
  }

  /// Where the content of an item or footnote begins on its first line.
  static func contentStart(of container: MarkdownNode, _ text: ChunkedText) -> TextOffset {
    let content = text.lines.content(ofLine: text.lines.line(at: container.range.lower))
    if container.kind == .footnoteDefinition {
      let after = (container.label?.upper ?? container.range.lower) + 2
      return min(LinePrefix(text).afterBlanks(min(after, content.upper), in: content, atMost: 1), content.upper)
    }
    let after = container.item?.marker.upper ?? container.range.lower
    let blanks = LinePrefix(text).afterBlanks(after, in: content, atMost: 4)
    // More than four blanks belong to indented code, and none at all to an empty item.
    let isCode = blanks < content.upper && (text[blanks] == 0x20 || text[blanks] == 0x09)
    return blanks == content.upper || isCode ? min(after + 1, content.upper) : blanks
  }

  /// The columns by which later lines of a container are indented from where its marker begins.
  static func width(of container: MarkdownNode, _ text: ChunkedText) -> Int {
    if container.kind == .footnoteDefinition { return 4 }
    guard let marker = container.item?.marker else { return 0 }
    let start = contentStart(of: container, text)
    return max(start - marker.lower, marker.count + 1)
  }
}

/// The lines and blocks that a selection reaches.
struct SelectedLines {
  let context: EditContext
  let lines: ClosedRange<Int>
  let leaves: [MarkdownNode]
  private let ranges: [TextRange]

  init(_ context: EditContext) {
    self.context = context
    let range = context.selection.range
    let first = context.lines.line(at: range.lower)
    var last = context.lines.line(at: range.upper)
    // A selection that ends at the start of a line does not reach that line.
    if last > first, context.lines.start(ofLine: last) == range.upper { last -= 1 }
    lines = first...last
    let whole = TextRange(context.lines.start(ofLine: first), context.lines.content(ofLine: last).upper)
    leaves = context.document.leafBlocks(in: whole)
    ranges = leaves.map(\.range)
  }

  /// The block that holds a line's content; nil for a blank line between blocks. O(log blocks).
  func leaf(ofLine line: Int) -> MarkdownNode? {
    let content = context.lines.content(ofLine: line)
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upper < content.lower { low = middle + 1 } else { high = middle }
    }
    while low < ranges.count, ranges[low].lower <= content.upper {
      let range = ranges[low]
      if range.overlaps(content) || (range.isEmpty && content.contains(TextRange(at: range.lower))) { return leaves[low] }
      low += 1
    }
    return nil
  }

  /// The containers of a line from the outermost inwards: its block's, or those that stay open over a blank line.
  func containers(ofLine line: Int) -> [MarkdownNode] {
    leaf(ofLine: line)?.containers.reversed() ?? []
  }

  /// The lines with text in them, or all when there is none.
  var written: [Int] {
    let prefix = LinePrefix(context.text)
    let written = lines.filter { !prefix.isBlank(line: $0) }
    return written.isEmpty ? [lines.lowerBound] : written
  }
}
