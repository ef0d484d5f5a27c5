import GLibKit
import GtkKit
import HeaderModel

/// The title's popover: the document's properties over the title menu, made of what the delegate says when it opens.
final class TitlePopover {
  let popover: PopoverMenu
  private let title: TitleView
  private var lines: [Label] = []
  private var head: Box?
  /// When it was first seen, in seconds of `MainLoop.now`; nil before.
  private var seenAt: Double?
  /// Whether a key was pressed in it: then no press of the pointer has closed it.
  private var hasHeardKeys = false
  private var isPressedTwice = false

  /// Opens the popover at the title; `onClosed` is told whether a press on the title, soon after the one that opened it, has closed it.
  init(at title: TitleView, _ delegate: any TitleDelegate, onClosed: @escaping (_ wasSecondPress: Bool) -> Void) {
    self.title = title
    var elements = delegate.titleMenu()
    var late: ((DocumentProperties) -> Void)?
    let properties = delegate.properties { late?($0) }
    // A row of its own, whose widget is put in below.
    if properties != nil { elements.insert(.smallEntries(title: "", []), at: 0) }
    let rendered = RenderedMenu(elements)
    popover = rendered.popover()
    popover.addClass("header-title-popover")
    // Under the whole title rather than its middle: the title is at the window's edge.
    popover.horizontalAlignment = .start
    if let properties, let row = rendered.rows.first?.row {
      fill(row, properties)
      addDrag(to: row, delegate, properties)
    }
    late = { [weak self] in self?.update($0) }
    let keys = KeyController(.capture)
    keys.onPress { [weak self] _, _ in
      self?.hasHeardKeys = true
      return false
    }
    popover.add(keys)
    title.isOpen = true
    popover.onMap { [weak self] in self?.seenAt = MainLoop.now }
    popover.onClosed { [weak self, weak title] in
      title?.isOpen = false
      onClosed(self?.wasSecondPress ?? false)
    }
    popover.open(at: title.button)
  }

  private var wasSecondPress: Bool {
    if isPressedTwice { return true }
    guard let seenAt, !hasHeardKeys, title.containsPointer else { return false }
    return MainLoop.now - seenAt < Double(DesktopSettings.doubleClickTime) / 1000
  }

  /// Takes the popover away for a second press that the title has heard: one so quick that the popover is not there yet, or does not eat
  /// presses yet. Returns whether it is gone already; else it closes as after any second press, which renames or does not.
  func giveWay(to renames: Bool) -> Bool {
    guard seenAt != nil else {
      popover.unparent()
      title.isOpen = false
      return true
    }
    isPressedTwice = renames
    hasHeardKeys = true
    popover.popDown()
    return false
  }

  // MARK: The head

  private func fill(_ row: Box, _ properties: DocumentProperties) {
    let icon = Image(icon: properties.icon)
    icon.pixelSize = 32
    icon.verticalAlignment = .start
    let name = Label(properties.name)
    name.addClass("heading")
    lines = properties.lines.map { text in
      let line = Label(text)
      line.addClass("dim-label")
      line.addClass("caption")
      return line
    }
    for label in [name] + lines {
      label.horizontalPosition = 0
      label.cut = .middle
      label.setWidth(maximum: 44)
    }
    let texts = Box(.vertical, spacing: 2, [name] + lines)
    texts.expandsHorizontally = true
    row.setHomogeneous(false)
    row.spacing = 12
    row.setMargins(top: 6, bottom: 6, start: 6, end: 0)
    row.append(icon)
    row.append(texts)
    if let button = properties.button { row.append(makeButton(button)) }
    head = row
    describe(properties)
  }

  /// Takes in what was counted meanwhile; the lines stay the same number, so that nothing moves.
  private func update(_ properties: DocumentProperties) {
    for (label, text) in zip(lines, properties.lines) { label.text = text }
    describe(properties)
  }

  private func describe(_ properties: DocumentProperties) {
    head?.setAccessibleLabel(([properties.name] + properties.lines.filter { $0.contains { $0 != " " } }).joined(separator: ", "))
  }

  private func makeButton(_ head: DocumentProperties.HeadButton) -> Button {
    let button = Button()
    button.verticalAlignment = .center
    switch head {
    case .run(let entry):
      button.setLabel(entry.title)
      button.addClass("suggested-action")
      button.tooltip = entry.accelerator.flatMap(Accelerator.label).map { "\(entry.title) (\($0))" } ?? entry.title
      button.onClick { [weak self] in
        guard let self else { return }
        self.popover.popDown()
        if let action = entry.action { self.title.button.activateAction(action.name, action.target?.variant) }
      }
    case .turn(let page, let icon):
      button.setIcon(icon)
      button.addClass("flat")
      button.tooltip = page
      button.setAccessibleLabel(page)
      button.onClick { [weak self] in self?.popover.show(submenu: page) }
    }
    return button
  }

  /// The head drags the document out, as the title does.
  private func addDrag(to row: Box, _ delegate: any TitleDelegate, _ properties: DocumentProperties) {
    let drag = DocumentDrag.source(icon: properties.icon, name: properties.name) { [weak delegate] in delegate?.draggedFiles() ?? [] }
    drag.onEnd { [popover = Weak(popover)] _ in popover.object?.popDown() }
    row.add(drag)
  }
}

/// Drags a document out of the program.
enum DocumentDrag {
  /// Makes a drag source that asks for its files when the drag begins, and shows icon and name under the pointer.
  static func source(icon: String, name: String, _ files: @escaping () -> [File]) -> DragSource {
    let drag = DragSource(.copy)
    let held = Weak(drag)
    drag.onPrepare { _, _ in
      let files = files()
      return files.isEmpty ? nil : .files(files)
    }
    drag.onBegin { show(icon, name, under: held.object) }
    return drag
  }

  static func show(_ icon: String, _ name: String, under drag: DragSource?) {
    let label = Label(name)
    label.cut = .middle
    label.setWidth(maximum: 30)
    let card = Box(.horizontal, spacing: 6, [Image(icon: icon), label])
    card.addClass("header-drag")
    drag?.setIcon(card, x: -12, y: -8)
  }
}
