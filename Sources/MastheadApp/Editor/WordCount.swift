// Owns: the count of words in the corner of the page: of the document, or of what is selected.
// Rule: counting waits until typing rests, so that it never delays a key.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Shows how many words there are.
final class WordCount {
  let widget: AnyWidget
  /// How many words one wants to write before one leaves; 0 for no goal.
  var goal = 0 { didSet { if goal != oldValue { countSoon() } } }
  /// How many words more there are than when the document was opened.
  private(set) var written = 0
  /// Hears that the goal was reached.
  var onGoal: () -> Void = {}
  private var baseline: Int?
  /// Whether the words of the document are known. For tests.
  var hasCounted: Bool { baseline != nil }
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
    document.onLoad { [weak self] in
      self?.baseline = nil
      self?.countSoon()
    }
    countSoon()
  }

  private static func text(_ words: Int) -> String { ngettext("%s word", "%s words", words).filled(Format.number(words)) }

  func selectionChanged() { countSoon() }

  private func countSoon() {
    // A long text is counted when nobody has typed for a moment: it would keep a processor busy all the time.
    let isLong = document.buffer.text.count > 256 << 10
    if isLong { waiting?.cancel() } else if waiting?.isPending == true { return }
    waiting = MainLoop.after(seconds: isLong ? 0.5 : 0.2) { [weak self] in self?.count() }
  }

  private func count() {
    // One count at a time: of a long text it may take longer than the next pause.
    guard !isCounting else {
      isAsked = true
      return
    }
    isCounting = true
    let selection = document.buffer.selection
    let tree = document.tree
    Task { [weak self] in
      let (words, selected) = await Task.detached(priority: .utility) {
        (
          tree.counts().words,
          selection.isEmpty || selection.range.upper > tree.text.end ? nil : tree.part(selection.range).counts(includingCode: true).words
        )
      }.value
      self?.show(words, selected: selected)
    }
  }

  private func show(_ words: Int, selected: Int?) {
    if baseline == nil { baseline = words }
    let wasReached = goal > 0 && written >= goal
    written = max(0, words - (baseline ?? words))
    if goal > 0, written >= goal, !wasReached { onGoal() }
    let text = Self.text(selected ?? words)
    if selected != nil {
      label.text = tr("%s selected").filled(text)
    } else if goal > 0 {
      label.text = tr("%s · %s of %s").filled(text, Format.number(written), Format.number(goal))
    } else {
      label.text = text
    }
    isCounting = false
    if isAsked { countSoon() }
    isAsked = false
  }
}
