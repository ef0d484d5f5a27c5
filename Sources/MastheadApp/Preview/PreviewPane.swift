// Owns: the pane in which a document is read: it follows every change of the text, and does what a click in it asks for.

import Commands
import Documents
import GLibKit
import GtkKit
import PreviewKit
import TextModel

/// Shows a document as it reads.
final class PreviewPane {
  let view = PreviewView()
  var widget: ScrolledWindow { view.widget }
  private let document: Document
  /// Opens another document (an absolute path) that a link leads to, at a heading if the link names one.
  var onOpen: (_ path: String, _ heading: String?) -> Void = { _, _ in }
  /// Shows the source of a place.
  var onShowSource: (TextOffset) -> Void = { _ in }
  /// Tells the person something in passing.
  var onTell: (String) -> Void = { _ in }
  /// Hears that the reader has scrolled.
  var onScroll: () -> Void = {}

  /// How many of the last changes of the text are boxes that were ticked here, and how many of them were taken back.
  private var (ticked, takenBack) = (0, 0)
  /// Whether the change that is being made is one of these.
  private var isTicking = false

  init(_ document: Document, _ preferences: AppPreferences) {
    self.document = document
    view.delegate = self
    document.onTreeChange { [weak self] _ in self?.follow() }
    document.onLoad { [weak self] in self?.follow() }
    document.onStateChange { [weak self] in self?.placeChanged() }
    document.buffer.onSelectionChange { [weak self] in self?.markCaret() }
    document.buffer.onChange { [weak self] _ in self?.textChanged() }
    let keys = KeyController()
    keys.onPress { [weak self] key, modifiers in self?.press(key, modifiers) ?? false }
    widget.add(keys)
    placeChanged()
    follow()
    setTheme(preferences[Preferences.previewTheme])
  }

  var containsFocus: Bool { widget.containsFocus }

  func grabFocus() { widget.moveFocus(forward: true) }

  /// Takes the colours that a preference names; those of a file when it has been read.
  func setTheme(_ name: String) {
    if name == "file" {
      Task { [weak self] in await self?.readTheme() }
    } else {
      view.theme = PreviewTheme(named: name) ?? .system
    }
  }

  private func readTheme() async {
    let path = Folders.configuration + "/masthead/preview.theme"
    do throws(GLibError) {
      view.theme = .file(try await File(path: path).load())
    } catch {
      onTell(tr("The theme file “%s” could not be read.").filled(Format.path(path)))
    }
  }

  private func follow() {
    view.show(document.tree)
    markCaret()
  }

  private func markCaret() { view.caret = document.buffer.selection.head.utf8 }

  // MARK: Taking ticks back

  /// Nobody edits from here but by boxes, so nothing else is undone here.
  func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch (key.lower, modifiers) {
    case (Key(character: "z"), .control) where ticked > 0:
      if tick({ document.buffer.undo() }) { (ticked, takenBack) = (ticked - 1, takenBack + 1) }
    case (Key(character: "z"), [.control, .shift]) where takenBack > 0:
      if tick({ document.buffer.redo() }) { (ticked, takenBack) = (ticked + 1, takenBack - 1) }
    default: return false
    }
    return true
  }

  /// Changes the text from here; false if it did not take the change, because it can only be read or a word is being composed in it.
  private func tick(_ change: () -> Void) -> Bool {
    let revision = document.buffer.snapshot.revision
    isTicking = true
    change()
    isTicking = false
    return document.buffer.snapshot.revision != revision
  }

  private func textChanged() { if !isTicking { (ticked, takenBack) = (0, 0) } }

  private func placeChanged() { view.folder = document.folder?.description }
}

extension PreviewPane: PreviewDelegate {
  func preview(_ preview: PreviewView, follow target: LinkTarget, address: String) {
    switch target {
    case .web(let address): Desktop.open(address, over: widget.window)
    case .document(let path, let heading): onOpen(path, heading)
    case .heading: onTell(tr("There is no heading of that name."))
    case .file(let path): showFolder(of: path)
    case .unopened:
      Clipboard.set(address)
      onTell(tr("The address was copied: %s").filled(address))
    }
  }

  /// Shows the folder that a file is in; programs for files themselves are the file manager's business.
  private func showFolder(of path: String) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    Desktop.open(File(path: folder).uri, over: widget.window)
  }

  func preview(_ preview: PreviewView, openPicture path: String) { Desktop.open(File(path: path).uri, over: widget.window) }

  func preview(_ preview: PreviewView, toggleTaskAt offset: Int) {
    let buffer = document.buffer
    // What is shown may be older than the text.
    guard offset > 0, offset + 1 < buffer.text.count else { return }
    let place = TextOffset(offset)
    let box = buffer.text.string(in: TextRange(place - 1, count: 3))
    guard ["[ ]", "[x]", "[X]"].contains(box) else { return }
    let isTicked = tick {
      _ = buffer.apply(EditPlan(replacing: TextRange(place, count: 1), with: box == "[ ]" ? "x" : " ", selection: buffer.selection))
    }
    if isTicked { (ticked, takenBack) = (ticked + 1, 0) }
  }

  func preview(_ preview: PreviewView, showSourceAt offset: Int) { onShowSource(TextOffset(offset)) }

  func previewDidScroll(_ preview: PreviewView) { onScroll() }
}
