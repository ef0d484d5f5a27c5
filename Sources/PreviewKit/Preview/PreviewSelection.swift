// Owns: what is selected in the preview, by pointer and by keys, and what of it goes on the clipboard.

internal import GLibKit
internal import GtkKit
internal import Markdown
internal import TextModel
internal import Typesetting

extension PreviewView {
  /// The selected words as they read; nil when nothing is selected.
  public var selectedText: String? { galley.selection.isEmpty ? nil : galley.plainText(of: galley.selection) }

  /// The source bytes of what is selected, in the order in which they are read; empty when nothing is.
  public var selectedRanges: [Range<Int>] { galley.selection }

  /// Selects what is read between two source bytes; the caret is at the second.
  func select(from origin: Int, to head: Int) {
    pointer.origin = origin
    pointer.head = head
    galley.selection = galley.ranges(from: origin, to: head)
    area.object?.queueDraw()
  }

  /// Selects nothing.
  public func clearSelection() {
    guard !galley.selection.isEmpty else { return }
    galley.selection = []
    pointer.head = nil
    area.object?.queueDraw()
  }

  /// Selects the whole document.
  public func selectAll() {
    settle()
    galley.selection = galley.everything
    area.object?.queueDraw()
    offerSelection()
  }

  /// Moves the end of the selection, or begins one at what is seen first.
  func extend(_ step: Galley.Step) {
    settle()
    let start = Int(galley.source(atY: galley.y(of: anchor)))
    let origin = pointer.origin ?? start
    let head = galley.selection.isEmpty ? origin : pointer.head ?? origin
    let place = galley.place(after: head, step)
    select(from: origin, to: place)
    bringIntoSight(place)
    offerSelection()
  }

  /// Scrolls as little as is needed to show a source byte.
  func bringIntoSight(_ source: Int) {
    guard let rect = galley.rect(ofSource: source) else { return }
    let (top, bottom) = (rect.y + edge, rect.bottom + edge)
    let page = Double(area.object?.height ?? 0)
    let adjustment = widget.vertical
    if top < position + 8 {
      scroll(by: top - 24 - adjustment.value)
    } else if bottom > position + page - 8 {
      scroll(by: bottom + 24 - page - adjustment.value)
    }
  }

  // MARK: Clipboard

  /// Lets the middle button of the mouse have the selected words, unless getting them would take longer than a frame.
  func offerSelection() {
    guard galley.selection.reduce(0, { $0 + $1.count }) <= 200_000, let text = selectedText else { return }
    Clipboard.setPrimary(text)
  }

  /// Puts the selected words on the clipboard, with their looks for programs that take them.
  public func copy() {
    guard let text = selectedText else { return }
    guard let document = shown else { return Clipboard.set(text) }
    let html = galley.selection.map { document.fragment($0).html() }.joined(separator: "\n")
    Clipboard.set(text: text, html: html)
  }

  /// Puts the Markdown of the selected words on the clipboard.
  public func copySource() {
    guard let document = shown, !galley.selection.isEmpty else { return }
    Clipboard.set(galley.selection.map { document.text.string(in: TextRange($0)) }.joined(separator: "\n\n"))
  }
}

extension MarkdownDocument {
  /// A part of the document that reads as it does there: links find their definitions, and where all words of something are taken, its marks
  /// are taken along, for nobody can point at them.
  nonisolated func fragment(_ range: Range<Int>) -> MarkdownDocument {
    var part = TextRange(range)
    for place in [range.lowerBound, range.upperBound - 1] where place >= 0 {
      var node = node(at: TextOffset(place))
      while let outer = node.parent, !outer.isBlock {
        if let words = outer.words, part.contains(words) { part = part.union(outer.range) }
        node = outer
      }
    }
    let block = self.block(at: part.lower)
    if let words = block.words, part.lower <= words.lower, words.upper <= part.upper {
      var start = block
      while let outer = start.parent, outer.kind != .document, outer.firstChild == start { start = outer }
      part = TextRange(min(part.lower, start.range.lower), part.upper)
    }
    let outside = linkDefinitions.filter { !part.contains($0) }.map { text.string(in: $0) + "\n" }.joined()
    return MarkdownDocument(outside.isEmpty ? text.string(in: part) : outside + "\n" + text.string(in: part))
  }
}

extension MarkdownNode {
  /// From the first to the last of what is inside; nil for an empty node.
  fileprivate nonisolated var words: TextRange? {
    guard let first = firstChild else { return nil }
    var last = first
    while let next = last.nextSibling { last = next }
    return TextRange(first.range.lower, last.range.upper)
  }
}
