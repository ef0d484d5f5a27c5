import GLibKit
import GtkKit
import HeaderModel

/// Shows the title: a button that opens the document's popover, or plain text for a page without one (spec §5.1).
final class TitleView {
  /// What the strip lays out.
  let widget: Box
  /// The button, for popovers, drags and the rename entry that takes its place.
  let button: Button
  private let plain = Label()
  private let icon: Image
  private let name: Label
  private let place: Label
  private let dot: Label
  private let chevron: Image
  private(set) var content = TitleContent(name: "")

  /// Is run by a press that was no drag, when it is over, and by keys.
  var onPress: () -> Void = {}
  /// Is run by a press that follows another, or comes while the popover is open; the flag says whether the two are a double click. A popover
  /// that is open for long enough eats such presses: they are not heard here.
  var onSecondPress: (_ isDoubleClick: Bool) -> Void = { _ in }
  /// When the press came that opens the popover, in milliseconds of the display's clock.
  private var pressedAt: UInt32 = 0
  private var opensOnRelease = false
  /// Answers the files that a drag takes out.
  var onDrag: () -> [File] = { [] }

  /// Whether the pointer is over the title.
  var containsPointer: Bool { button.isUnderPointer }

  /// Whether the popover is open: then the tooltip would lie over it.
  var isOpen = false {
    didSet { button.tooltip = isOpen ? nil : content.tooltip }
  }

  /// The entry of the last renaming, out of sight.
  private var retired: Entry?

  /// Keeps an entry out of sight until the next one takes its place. GTK 4.8 remembers what the pointer is over, asks it for its window at the
  /// next layout, and dies when it was taken away before the pointer moved.
  func retire(_ entry: Entry) {
    if let retired { widget.remove(retired) }
    retired = entry
  }

  /// Whether an entry stands in the button's place.
  var isRenaming = false {
    didSet { show(content) }
  }

  /// Makes an empty title.
  init() {
    widget = Box(.horizontal, spacing: 0)
    widget.addClass("header-title")
    icon = Image()
    name = Label()
    name.cut = .middle
    place = Label()
    place.addClass("dim-label")
    place.cut = .middle
    dot = Label("•")
    dot.addClass("header-modified")
    chevron = Image(icon: "pan-down-symbolic")
    let row = Box(.horizontal, spacing: Self.spacing)
    row.append(icon)
    row.append(name)
    row.append(place)
    row.append(dot)
    row.append(chevron)
    button = Button()
    button.setChild(row)
    button.addClass("flat")
    button.addClass("header-title-button")
    button.focusesOnClick = false
    button.verticalAlignment = .center
    button.setAccessibleHasPopup(true)
    button.onClick { [weak self] in self?.onPress() }
    let drag = DragSource(.copy)
    let source = Weak(drag)
    // The button claims each press for itself: only who hears it before can still make a drag of it.
    drag.phase = .capture
    drag.onPrepare { [weak self] _, _ in
      guard let self, self.button.isVisible else { return nil }
      let files = self.onDrag()
      return files.isEmpty ? nil : .files(files)
    }
    drag.onBegin { [weak self] in
      guard let content = self?.content else { return }
      DocumentDrag.show(content.icon ?? "text-x-generic-symbolic", content.name, under: source.object)
    }
    widget.add(drag)
    // The bar is what the window is moved by; a press on the title is not for that. The button hears nothing of a press then, but of keys.
    let press = ClickGesture(button: 1, .capture)
    let held = Weak(press)
    press.onPress { [weak self] count, _, _ in
      guard let self, self.button.isVisible else { return }
      held.object?.setState(.claimed)
      self.pressed(count, at: held.object?.eventTime ?? 0)
    }
    press.onRelease { [weak self] _, _, _ in
      guard let self, self.button.isVisible, self.opensOnRelease else { return }
      self.onPress()
    }
    widget.add(press)
    press.group(with: drag)
    plain.addClass("title")
    plain.cut = .middle
    widget.append(button)
    widget.append(plain)
    show(content)
  }

  /// GTK counts presses anew when a popover opens in between, so that the time between them is looked at, too.
  private func pressed(_ count: Int, at time: UInt32) {
    opensOnRelease = count == 1 && !isOpen
    if opensOnRelease {
      pressedAt = time
    } else {
      onSecondPress(count == 2 || Int(time &- pressedAt) <= DesktopSettings.doubleClickTime)
    }
  }

  /// Whether the bar is too narrow for the icon.
  var isCompact = false {
    didSet { if isCompact != oldValue { show(content) } }
  }

  /// The narrowest that the title can be, in a compact bar.
  var minimumWidth: Int {
    widget.measure(.horizontal).minimum - (icon.isVisible ? icon.measure(.horizontal).minimum + Self.spacing : 0)
  }

  private static let spacing = 6

  /// Shows another title.
  func show(_ content: TitleContent) {
    self.content = content
    button.isVisible = content.hasMenu && !isRenaming
    plain.isVisible = !content.hasMenu
    plain.text = plainText
    plain.tooltip = content.tooltip
    plain.setAccessibleLabel(content.icon == nil ? content.name : accessibleName)
    icon.isVisible = content.icon != nil && !isCompact
    if let iconName = content.icon { icon.icon = iconName }
    name.text = content.name
    place.text = content.place.map { "— \($0)" } ?? ""
    place.isVisible = content.place != nil
    dot.isVisible = content.isModified
    button.tooltip = isOpen ? nil : content.tooltip
    button.setAccessibleLabel(accessibleName)
  }

  /// The title in one line, for a page whose title opens nothing: name, place, and the mark of a modified document.
  private var plainText: String {
    let named = content.place.map { "\(content.name) — \($0)" } ?? content.name
    return content.isModified ? named + "  •" : named
  }

  /// "Meeting notes.md, modified, document title".
  var accessibleName: String {
    let parts = content.place.map { "\(content.name), \($0)" } ?? content.name
    guard content.isDocument else { return tr("%s, title").filled(parts) }
    return (content.isModified ? tr("%s, modified, document title") : tr("%s, document title")).filled(parts)
  }
}
