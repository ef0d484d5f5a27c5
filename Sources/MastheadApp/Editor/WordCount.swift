// Owns: the count of words in the corner of the page: of the document, or of what is selected.
// Rule: counting waits until typing rests, so that it never delays a key.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Shows how many words there are.
final class WordCount {
  let widget: AnyWidget
  private let document: Document
  private let label: Label
  private var waiting: ScheduledCall?
  private var isCounting = false
  /// Whether something has changed since the count began.
  private var isAsked = false

  init(_ document: Document) {
    self.document = document
    label = Label()
    label.addClass("word-count")
    label.addClass("caption")
    label.horizontalAlignment = .end
    label.verticalAlignment = .end
    label.canTarget = false
    widget = AnyWidget(label)
    document.onTreeChange { [weak self] _ in self?.countSoon() }
    document.onLoad { [weak self] in self?.countSoon() }
    countSoon()
  }

  func selectionChanged() { countSoon() }

  private func countSoon() {
    guard waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.2) { [weak self] in self?.count() }
  }

  private func count() {
    // One count at a time: of a long text it may take longer than the next pause.
    guard !isCounting else {
      isAsked = true
      return
    }
    isCounting = true
    let selection = document.buffer.selection
    let text = document.buffer.text
    let tree = document.tree
    Task { [weak self] in
      let words = await Task.detached(priority: .utility) {
        // What is selected may begin and end anywhere, so it is read by itself.
        selection.isEmpty
          ? tree.counts().words : MarkdownDocument(ChunkedText(text.string(in: selection.range))).counts(includingCode: true).words
      }.value
      self?.show(words, isSelection: !selection.isEmpty)
    }
  }

  private func show(_ words: Int, isSelection: Bool) {
    let text = ngettext("%s word", "%s words", words).filled(Format.number(words))
    label.text = isSelection ? tr("%s selected").filled(text) : text
    isCounting = false
    if isAsked { countSoon() }
    isAsked = false
  }
}
