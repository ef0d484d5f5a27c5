// Owns: the marks on what is found where only the preview is shown.

import GtkKit
import PreviewKit
import TextModel

/// Marks words where they are read. The preview finds words, not expressions.
final class PreviewMarks {
  private let document: Document
  private let preview: PreviewPane
  private let panes: SplitPanes
  private var marked = SearchQuery("")
  /// The preview looks through all that it shows at once, on the main actor.
  private static let largest = 1 << 20

  init(_ document: Document, _ preview: PreviewPane, _ panes: SplitPanes) {
    self.document = document
    self.preview = preview
    self.panes = panes
  }

  /// Follows what is looked for.
  func update(_ query: SearchQuery, isOpen: Bool) {
    let isRead = isOpen && panes.shownMode == .preview && !query.isExpression && document.buffer.text.count < Self.largest
    let wanted = isRead ? query : SearchQuery("")
    guard wanted != marked else { return }
    marked = wanted
    preview.view.mark(wanted.pattern, matchesCase: wanted.matchesCase)
  }
}
