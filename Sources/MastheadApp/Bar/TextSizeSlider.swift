// Owns: the slider in the bar that sets the size of the text: the bar's custom control, and its form in menus.

import Commands
import GLibKit
import GtkKit
import HeaderModel

/// Sets the size of the text by sliding.
final class TextSizeSlider {
  let widget: AnyWidget
  private let scale: Scale
  private let application: MastheadApplication
  private var isFollowing = false

  /// The slider as an item of the bar; in a menu it becomes three small buttons that keep the menu open.
  static var item: BarItem? {
    guard let size = Catalogue.command("win.text-size") else { return nil }
    let steps = ["win.text-smaller", "win.text-normal", "win.text-larger"].compactMap(Catalogue.command).map { MenuEntry($0) }
    return BarItem(
      "text-size", title: size.localTitle, icon: size.icon, role: .control(menuForm: [.smallEntries(title: size.localTitle, steps)]))
  }

  init(_ application: MastheadApplication) {
    self.application = application
    // The range of comfortable sizes; the commands reach further.
    scale = Scale(from: 70, to: 200, step: 10)
    scale.setShowsValue(false)
    scale.requestSize(width: 110)
    scale.verticalAlignment = .center
    scale.setAccessibleLabel(Catalogue.command("win.text-size")?.localTitle ?? "")
    let small = Image(icon: "masthead-text-size-symbolic")
    small.pixelSize = 12
    let large = Image(icon: "masthead-text-size-symbolic")
    let row = Box(.horizontal, spacing: 0, [small, scale, large])
    row.addClass("text-size")
    widget = AnyWidget(row)
    scale.onChange { [weak self] in self?.slid() }
    let connection = application.preferences.onChange(of: Preferences.textSize) { [weak self] in self?.follow() }
    widget.onDestroy { connection.disconnect() }
    follow()
  }

  private func slid() {
    guard !isFollowing else { return }
    application.setTextSize(Int32((scale.value / 5).rounded()) * 5)
  }

  private func follow() {
    isFollowing = true
    let size = application.preferences[Preferences.textSize]
    scale.value = Double(size)
    scale.setAccessibleValueText(tr("%s %%").filled(Format.number(Int(size))))
    isFollowing = false
  }
}
