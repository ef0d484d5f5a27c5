// Owns: the window that lists the comments of a document, to go to them and to delete them.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Lists the comments of a document.
final class CommentsWindow {
  private let document: Document
  private let weakWindow: Weak<Window>
  private let list = ListBox(.none)
  private let stack = Stack()
  private var comments: [MarkdownComment] = []
  private var waiting: ScheduledCall?
  private var reading: Task<Void, Never>?

  /// Is run with the place of a comment that was chosen.
  var onShow: (TextRange) -> Void = { _ in }

  /// The window, or nil when it has been closed.
  var window: Window? { weakWindow.object }

  init(_ document: Document, over parent: (some WindowWidget)?) {
    self.document = document
    list.addClass("boxed-list")
    list.verticalAlignment = .start
    list.setMargins(top: 0, bottom: 18, start: 18, end: 18)
    list.setAccessibleLabel(tr("Comments"))
    let empty = StatusPage(
      icon: "masthead-comments-symbolic", title: tr("No Comments"), description: tr("What is hidden between <!-- and --> is listed here."))
    stack.add(ScrolledWindow(Clamp(list, maximum: 700), horizontal: .never), name: "list")
    stack.add(empty, name: "empty")
    stack.expandsVertically = true
    let window = Window(title: tr("Comments"), content: stack, beside: parent)
    weakWindow = Weak(window)
    window.defaultSize = (width: 440, height: 460)
    list.onActivate { [weak self] row in self?.show(row.index) }
    window.keep(self)
    window.onDestroy { [weak self] in self?.reading?.cancel() }
    read()
  }

  /// Reads the comments again a little later: the text has changed.
  func readSoon() {
    guard waiting?.isPending != true else { return }
    waiting = MainLoop.after(seconds: 0.25) { [weak self] in self?.read() }
  }

  private func read() {
    let tree = document.tree
    reading?.cancel()
    reading = Task { [weak self] in
      let found = await Self.comments(tree)
      guard let self, !Task.isCancelled, document.tree.text == tree.text else { return }
      show(found)
    }
  }

  @concurrent private nonisolated static func comments(_ tree: MarkdownDocument) async -> [MarkdownComment] { tree.comments }

  private func show(_ found: [MarkdownComment]) {
    let isSame = found.map(\.text) == comments.map(\.text) && found.map { line(of: $0) } == lines
    comments = found
    lines = found.map { line(of: $0) }
    stack.visibleName = found.isEmpty ? "empty" : "list"
    guard !isSame else { return }
    list.removeAll()
    for (index, comment) in found.enumerated() { list.append(row(index, comment)) }
  }

  private var lines: [Int] = []

  private func line(of comment: MarkdownComment) -> Int { document.buffer.text.lines.line(at: comment.range.lower) + 1 }

  private func row(_ index: Int, _ comment: MarkdownComment) -> ListBoxRow {
    let place = tr("Line %s").filled(Format.number(line(of: comment)))
    let text = Label(comment.text.isEmpty ? tr("(empty)") : comment.text)
    text.wraps = true
    text.cut = .end
    text.setLines(6)
    text.horizontalPosition = 0
    let caption = Label(place)
    caption.addClass("dim-label")
    caption.addClass("caption")
    caption.horizontalPosition = 0
    let texts = Box(.vertical, spacing: 2, [text, caption])
    texts.expandsHorizontally = true
    let delete = Button()
    delete.setIcon("user-trash-symbolic")
    delete.addClass("flat")
    delete.verticalAlignment = .center
    delete.tooltip = tr("Delete Comment")
    delete.setAccessibleLabel(tr("Delete comment in line %s").filled(Format.number(line(of: comment))))
    delete.isSensitive = document.buffer.isEditable
    delete.onClick { [weak self] in self?.delete(index) }
    let box = Box(.horizontal, spacing: 12, [texts, delete])
    box.setMargins(top: 9, bottom: 9, start: 12, end: 9)
    let row = ListBoxRow(box)
    row.setAccessibleLabel("\(place): \(comment.text)")
    return row
  }

  /// The comment of a row as the present text has it; nil when the text has changed since and the list has not followed yet.
  private func comment(_ index: Int) -> MarkdownComment? {
    guard comments.indices.contains(index) else { return nil }
    let now = document.tree.comments
    return now.count == comments.count && now[index].text == comments[index].text ? now[index] : nil
  }

  private func show(_ index: Int) {
    guard let comment = comment(index) else { return }
    onShow(comment.range)
  }

  private func delete(_ index: Int) {
    guard let comment = comment(index), document.buffer.isEditable else { return }
    _ = document.buffer.apply(document.tree.removing(comment))
    read()
  }
}
