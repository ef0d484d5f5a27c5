// Owns: the window that counts: the document, and beside it what is selected.
// Rule: counting waits until typing rests and is done away from the main thread.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Shows all that is counted of a document.
final class StatisticsWindow {
  /// What is counted, in the order of the rows.
  private static func rows(_ statistics: MarkdownStatistics) -> [(title: String, value: String)] {
    let counts = statistics.counts
    return [
      (tr("Words"), Format.number(counts.words)),
      (tr("Characters"), Format.number(counts.characters)),
      (tr("Characters without Blanks"), Format.number(counts.charactersWithoutBlanks)),
      (tr("Sentences"), Format.number(statistics.sentences)),
      (tr("Paragraphs"), Format.number(counts.paragraphs)),
      (tr("Headings"), Format.number(statistics.headings)),
      (tr("Links"), Format.number(statistics.links)),
      (tr("Images"), Format.number(statistics.images)),
      (tr("Reading Time"), Format.duration(statistics.readingSeconds)),
      (tr("Speaking Time"), Format.duration(statistics.speakingSeconds)),
    ]
  }

  private let document: Document
  private let weakWindow: Weak<Window>
  private let list = ListBox(.none)
  private let caption = Label()
  private var values: [(document: Label, selection: Label)] = []
  private var head: Box?
  private var waiting: ScheduledCall?
  private var counting: Task<Void, Never>?

  /// The window, or nil when it has been closed.
  var window: Window? { weakWindow.object }

  init(_ document: Document, over parent: (some WindowWidget)?) {
    self.document = document
    list.addClass("boxed-list")
    list.verticalAlignment = .start
    let names = Self.rows(MarkdownStatistics()).map(\.title)
    let head = Self.row("", tr("Document"), tr("Selection"))
    self.head = head.box
    for label in head.labels { label.addClass("caption-heading") }
    head.box.isVisible = false
    head.box.setMargins(top: 6, bottom: 6, start: 12, end: 12)
    for name in names {
      let row = Self.row(name, "", "")
      values.append((row.labels[0], row.labels[1]))
      row.box.setMargins(top: 9, bottom: 9, start: 12, end: 12)
      let listed = ListBoxRow(row.box)
      listed.setActivatable(false)
      list.append(listed)
    }
    caption.text = tr("Code is not counted.")
    caption.addClass("dim-label")
    caption.addClass("caption")
    let column = Box(.vertical, spacing: 6, [head.box, list, caption])
    column.setMargins(top: 0, bottom: 18, start: 18, end: 18)
    let window = Window(title: tr("Statistics"), content: column, beside: parent)
    weakWindow = Weak(window)
    window.isResizable = false
    window.keep(self)
    window.onDestroy { [weak self] in self?.counting?.cancel() }
    count()
  }

  private static func row(_ title: String, _ first: String, _ second: String) -> (box: Box, labels: [Label]) {
    let name = Label(title)
    name.horizontalPosition = 0
    name.expandsHorizontally = true
    let labels = [first, second].map { text in
      let label = Label(text)
      label.horizontalPosition = 1
      label.setWidth(characters: 11)
      label.addClass("numeric")
      return label
    }
    return (Box(.horizontal, spacing: 12, [name] + labels), labels)
  }

  /// Counts again a little later: the text or the selection has changed.
  func countSoon() {
    guard waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.25) { [weak self] in self?.count() }
  }

  private func count() {
    let tree = document.tree
    let selection = document.buffer.selection.range
    counting?.cancel()
    counting = Task { [weak self] in
      let (whole, part) = await Self.statistics(tree, selection)
      guard !Task.isCancelled else { return }
      self?.show(whole, part)
    }
  }

  @concurrent private nonisolated static func statistics(
    _ tree: MarkdownDocument, _ selection: TextRange
  ) async -> (MarkdownStatistics, MarkdownStatistics?) {
    (tree.statistics, selection.isEmpty ? nil : tree.part(selection).statistics)
  }

  private func show(_ whole: MarkdownStatistics, _ part: MarkdownStatistics?) {
    let wholes = Self.rows(whole)
    let parts = part.map { Self.rows($0) }
    for (index, labels) in values.enumerated() {
      labels.document.text = wholes[index].value
      labels.selection.text = parts?[index].value ?? ""
      labels.selection.isVisible = part != nil
      let said = parts.map { tr("%s: %s, of these %s in the selection").filled(wholes[index].title, wholes[index].value, $0[index].value) }
      list.row(at: index)?.setAccessibleLabel(said ?? tr("%s: %s").filled(wholes[index].title, wholes[index].value))
    }
    head?.isVisible = part != nil
  }
}

extension Format {
  /// Writes a duration for people who want to know whether there is time: seconds below a minute, else whole minutes, rounded up.
  static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return tr("%s s").filled(number(seconds)) }
    let minutes = (seconds + 59) / 60
    if minutes < 60 { return tr("%s min").filled(number(minutes)) }
    return tr("%s h %s min").filled(number(minutes / 60), number(minutes % 60))
  }
}
