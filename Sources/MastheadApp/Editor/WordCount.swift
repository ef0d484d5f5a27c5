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
  private var counting: Task<Void, Never>?

  init(_ document: Document) {
    self.document = document
    label = Label()
    label.addClass("word-count")
    label.addClass("caption")
    label.horizontalAlignment = .end
    label.verticalAlignment = .end
    label.canTarget = false
    widget = AnyWidget(label)
    document.onTextChange { [weak self] _, _ in self?.countSoon() }
    document.onLoad { [weak self] in self?.countSoon() }
    countSoon()
  }

  func selectionChanged() { countSoon() }

  private func countSoon() {
    guard waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.2) { [weak self] in self?.count() }
  }

  private func count() {
    let selection = document.buffer.selection
    let tree = document.tree
    counting = Task { [weak self] in
      let words = await Task.detached { selection.isEmpty ? wordCount(tree.root.plainText) : wordCount(tree.text.string(in: selection.range)) }.value
      let text = ngettext("%s word", "%s words", words).filled(Format.number(words))
      self?.label.text = selection.isEmpty ? text : tr("%s selected").filled(text)
    }
  }
}

nonisolated func wordCount(_ text: String) -> Int { text.utf8.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.count }
