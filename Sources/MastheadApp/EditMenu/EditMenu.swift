// Owns: the menu of the text: what fits the place comes first, then what every text has.
// Rule: the menu is made anew each time. GtkTextView's own would put what fits the place last.

import Commands
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel
import Markdown
import PreviewKit
import TextModel

/// The edit menu of a window, and the commands that only it has.
final class EditMenu: WindowPart {
  private let document: Document
  private let editor: EditorPane
  private let preview: PreviewPane
  private let tell: (String) -> Void
  /// Shows a place of the text.
  private let show: (TextOffset) -> Void
  /// Who adds entries, in the order in which they come.
  private var contributors: [any EditMenuContributor] = []

  init(_ owner: DocumentWindow) {
    (document, editor, preview) = (owner.document, owner.editor, owner.preview)
    tell = { [weak owner] in owner?.tell($0) }
    show = { [weak owner] in owner?.showSource($0) }
    let click = ClickGesture(button: 3, .capture)
    let held = Weak(click)
    click.onPress { [weak self] _, x, y in
      held.object?.setState(.claimed)
      self?.open(x: x, y: y)
    }
    editor.text.add(click)
    let touch = LongPressGesture()
    let heldTouch = Weak(touch)
    touch.onPress { [weak self] x, y in
      heldTouch.object?.setState(.claimed)
      self?.open(x: x, y: y)
    }
    editor.text.add(touch)
    let keys = KeyController(.capture)
    keys.onPress { [weak self] key, modifiers in
      guard (key == .menu && modifiers == []) || (key == .f10 && modifiers == .shift) else { return false }
      self?.openAtCaret()
      return true
    }
    editor.text.add(keys)
  }

  var handlers: [String: CommandHandler] {
    [
      "open-link": .run { [weak self] in self?.openLink() },
      "copy-link-address": .run { [weak self] in self?.copyLinkAddress() },
      "copy-heading-link": .run { [weak self] in self?.copyHeadingLink() },
    ]
  }

  /// Lets somebody add entries from now on; whoever it is, the menu keeps it.
  func add(_ contributor: any EditMenuContributor) { contributors.append(contributor) }

  // MARK: Opening

  private func open(x: Double, y: Double) {
    editor.grabFocus()
    let offset = editor.view.offset(atX: x, y: y)
    let range = document.buffer.selection.range
    // What is selected stays so when one clicks on it; elsewhere the caret follows, for entries act where it is.
    if range.isEmpty || !(range.lower <= offset && offset <= range.upper) { document.buffer.selection = TextSelection(caret: offset) }
    open(at: offset, pointing: Rectangle(x: x, y: y, width: 1, height: 1))
  }

  private func openAtCaret() {
    let offset = document.buffer.selection.head
    let place = editor.view.place(of: offset)
    guard place.y >= 0, place.y <= editor.text.height else {
      // Out of sight: the menu opens where the caret comes to be.
      editor.view.scrollToCaret()
      MainLoop.after(seconds: 0.05) { [weak self] in self?.open(at: offset) }
      return
    }
    open(at: offset)
  }

  private func open(at offset: TextOffset) {
    let place = editor.view.place(of: offset)
    let height = editor.text.height
    open(
      at: offset,
      pointing: Rectangle(x: Double(place.x), y: Double(min(max(place.y, 0), height)), width: 1, height: Double(max(place.height, 1))))
  }

  private func open(at offset: TextOffset, pointing rectangle: Rectangle) {
    guard !document.isLoading, !editor.view.isComposing else { return }
    let (buffer, text) = (document.buffer, editor.text)
    let hasSelection = !buffer.selection.isEmpty
    text.setActionEnabled("clipboard.cut", hasSelection && buffer.isEditable)
    text.setActionEnabled("clipboard.copy", hasSelection)
    text.setActionEnabled("clipboard.paste", buffer.isEditable)
    text.setActionEnabled("selection.select-all", !buffer.text.isEmpty)
    text.setActionEnabled("misc.insert-emoji", buffer.isEditable)
    let place = EditPlace(document.tree, at: offset, selection: buffer.selection.range)
    let items = contributors.flatMap { $0.editMenuSections(at: place) }
    let menu = Menu(items)
    for element in Self.elements(for: place) { menu.append(element.item) }
    let popover = PopoverMenu(menu)
    // At the pointer, not in the middle under it.
    popover.horizontalAlignment = .start
    isOpen = true
    popover.onClosed { [weak self] in self?.isOpen = false }
    popover.open(at: text, pointing: rectangle)
  }

  /// Whether the menu is open: it acts for the text, though the focus is on its way to it or in it.
  private(set) var isOpen = false

  // MARK: What is in it

  /// The entries for a place, without those that others add.
  static func elements(for place: EditPlace) -> [MenuElement] {
    var elements: [MenuElement] = []
    if place.link != nil {
      elements += MenuElement.sections([["win.open-link", "win.copy-link-address"]])
      if place.link?.kind == .link {
        elements.append(.section([.entry(MenuEntry(tr("Edit Link"), accelerator: "<Control>k", action: BarAction("win.link")))]))
      }
    }
    if !place.selection.isEmpty { elements += MenuElement.sections(Menus.selection) }
    if place.isInTable { elements += MenuElement.sections(Menus.table) }
    if place.heading != nil { elements += MenuElement.sections(Menus.heading) }
    return elements + standard
  }

  /// What every text can be asked.
  private static var standard: [MenuElement] {
    func own(_ title: String, _ action: String, _ keys: String) -> MenuElement {
      .entry(MenuEntry(title, accelerator: keys, action: BarAction(action)))
    }
    let paste = Catalogue.command("win.paste-plain").map { [MenuElement.of($0)] } ?? []
    let forms = ["win.copy-html", "win.copy-text"].compactMap(Catalogue.command).map(MenuElement.of)
    return [
      .section(
        [
          own(tr("Cut"), "clipboard.cut", "<Control>x"), own(tr("Copy"), "clipboard.copy", "<Control>c"),
          own(tr("Paste"), "clipboard.paste", "<Control>v"),
        ] + paste),
      .section(forms),
      .section([
        own(tr("Select All"), "selection.select-all", "<Control>a"), own(tr("Insert Emoji…"), "misc.insert-emoji", "<Control>period"),
      ]),
    ]
  }

  // MARK: Its own commands

  private var placeOfCaret: EditPlace {
    EditPlace(document.tree, at: document.buffer.selection.head, selection: document.buffer.selection.range)
  }

  private func openLink() {
    guard let address = placeOfCaret.address, !address.isEmpty else { return tell(tr("There is no link at the caret.")) }
    let target = LinkTarget(Array(address.utf8), folder: document.folder?.description)
    if case .heading(let name) = target, let heading = document.tree.headings.first(where: { $0.identifier == name }) {
      return show(heading.range.lower)
    }
    preview.preview(preview.view, follow: target, address: address)
  }

  private func copyLinkAddress() {
    guard let address = placeOfCaret.address else { return tell(tr("There is no link at the caret.")) }
    Clipboard.set(address)
    tell(tr("The address was copied."))
  }

  /// Copies a Markdown link to the heading, to be pasted into this document.
  private func copyHeadingLink() {
    guard let node = placeOfCaret.heading, let heading = document.tree.headings.first(where: { $0.range.lower == node.range.lower }) else {
      return tell(tr("There is no heading at the caret."))
    }
    let title = heading.title.reduce(into: "") { text, character in
      if "[]\\".contains(character) { text += "\\" }
      text.append(character)
    }
    Clipboard.set("[\(title)](#\(heading.identifier))")
    tell(tr("A link to the heading was copied."))
  }
}
