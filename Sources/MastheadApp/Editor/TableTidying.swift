// Owns: lining the columns of a table up when the caret leaves it.
// Rule: only a table that somebody has written in; as one step of its own that can be undone; never while an input method composes, and
// never after undo, which would lose what can be redone.

import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Lines tables up behind the person who writes.
final class TableTidying {
  private let document: Document
  private let view: SourceView
  /// A place in the table that was written in.
  private var place: TextOffset?
  private var waiting: ScheduledCall?
  /// Larger tables are left alone: nobody waits for them when moving the caret.
  private static let mostBytes = 256 << 10

  init(_ document: Document, _ view: SourceView) {
    self.document = document
    self.view = view
    document.onTextChange { [weak self] change, _ in self?.follow(change) }
    document.onLoad { [weak self] in self?.place = nil }
    document.buffer.onSelectionChange { [weak self] in self?.selectionChanged() }
  }

  private var context: EditContext {
    EditContext(snapshot: document.buffer.snapshot, document: document.tree, selection: document.buffer.selection)
  }

  private func follow(_ change: SourceBuffer.Change) {
    guard change.cause == .edit else {
      place = nil
      return
    }
    let head = document.buffer.selection.head
    if let table = TableKeys.tableRange(in: context, at: head) {
      place = table.lower
    } else if let old = place {
      place = change.edits.reduce(old) { $1.map($0, .before) }
    }
  }

  private func selectionChanged() {
    guard place != nil, waiting?.isPending != true else { return }
    waiting = MainLoop.next { [weak self] in self?.tidyIfLeft() }
  }

  private func tidyIfLeft() {
    guard let place, !view.isComposing, document.buffer.isEditable, !document.isLoading else { return }
    let context = context
    guard let table = TableKeys.tableRange(in: context, at: place) else {
      self.place = nil
      return
    }
    if TableKeys.tableRange(in: context, at: context.selection.head)?.lower == table.lower { return }
    self.place = nil
    guard table.count <= Self.mostBytes, let plan = TableKeys.realigned(context, at: table.lower) else { return }
    document.buffer.apply(plan)
    self.place = nil
  }
}
