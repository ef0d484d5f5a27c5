// Owns: the pane in which the text is written.

import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Shows the text of a document for writing.
final class EditorPane {
  let view: SourceView
  /// The text itself, which has the focus while somebody writes.
  let text: AnyWidget
  let widget: ScrolledWindow
  private let highlighter: Highlighter
  private let writingKeys: WritingKeys
  private let tidying: TableTidying
  /// The opening characters that get their closing one put in as well.
  var pairs: Set<Character> {
    get { writingKeys.pairs }
    set { writingKeys.pairs = newValue }
  }

  init(_ document: Document) {
    view = SourceView(document.buffer)
    writingKeys = WritingKeys(document, view)
    tidying = TableTidying(document, view)
    text = view.widget
    text.setAccessibleLabel(tr("Text"))
    widget = ScrolledWindow(text, horizontal: .never, vertical: .automatic)
    widget.addClass("editor")
    highlighter = Highlighter(view) { [weak document] range in
      guard let document, !document.isLoading else { return nil }
      return document.tree.highlightSpans(in: range) + document.tree.codeSpans(in: range)
    }
    document.onTreeChange { [highlighter] changes in
      highlighter.invalidate(changes.newRange)
      for range in changes.redefined { highlighter.invalidate(range) }
    }
    document.onLoad { [highlighter] in highlighter.invalidate() }
  }

  var containsFocus: Bool { text.containsFocus }

  func grabFocus() { text.grabFocus() }
}
