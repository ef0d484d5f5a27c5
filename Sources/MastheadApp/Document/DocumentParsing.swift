// Owns: the tree of a document while its text is edited: what is parsed at once, and what is parsed meanwhile.
// Rule: the main actor parses within a bound at each edit. Longer work runs beside it and is never dropped for being old.

import Markdown
import TextModel

/// Keeps the tree of a text that is edited.
final class DocumentParsing {
  private var live = LiveMarkdown(MarkdownDocument(ChunkedText()))
  private var ticket = 0
  /// Hears what changed when longer work has ended.
  var onSettle: (MarkdownChanges) -> Void = { _ in }

  /// The tree over the text of this moment.
  var tree: MarkdownDocument { live.document }
  var isSettled: Bool { live.isSettled }

  /// Takes the tree of another text.
  func start(with tree: MarkdownDocument) {
    ticket += 1
    let old = live
    live = LiveMarkdown(tree, ticket: ticket)
    Self.letGo(old)
  }

  /// Follows an edit and gives what changed by now.
  func edit(to text: ChunkedText, replacing range: TextRange, count: Int) -> MarkdownChanges {
    let changes = live.edit(to: text, replacing: range, count: count)
    goOn()
    return changes
  }

  private func goOn() {
    guard let work = live.takeWork() else { return }
    Task { [weak self] in
      let result = await Task.detached(priority: .userInitiated) { work.done() }.value
      self?.take(result)
    }
  }

  private func take(_ result: LiveMarkdown.Work.Result) {
    let old = live
    guard let changes = live.take(result) else { return }
    goOn()
    onSettle(changes)
    Self.letGo(old)
  }

  /// Lets the last hold on a large tree go elsewhere: to free hundreds of thousands of blocks takes longer than a frame.
  private static func letGo(_ old: LiveMarkdown) {
    guard old.document.text.count > LiveMarkdown.bound else { return }
    Task.detached(priority: .background) {
      // Those who show the tree have taken the new one by then.
      try? await Task.sleep(for: .seconds(1))
      withExtendedLifetime(old) {}
    }
  }
}
