// Owns: the widgets of one item of the document browser, as a row or as a tile; they show one item after another.

import Documents
import GLibKit
import GtkKit

/// Shows one item.
final class BrowserRow {
  let widget: Box
  /// What the row shows now; nil while it shows nothing.
  private(set) var item: BrowserItem?
  /// Where the name stands; a rename puts its entry there.
  let nameBox: Box
  let name = Label()
  private let icon = Image()
  private let lines = Label()
  private let details = Label()
  private let isTile: Bool

  /// Makes an empty row or tile.
  init(asTile isTile: Bool) {
    self.isTile = isTile
    nameBox = Box(.horizontal, spacing: 6, [name])
    name.cut = .middle
    name.addClass("browser-name")
    lines.addClass("dim-label")
    details.addClass("dim-label")
    details.addClass("caption")
    if isTile {
      widget = Box(.vertical, spacing: 6)
      layTile()
    } else {
      widget = Box(.horizontal, spacing: 12)
      layRow()
    }
  }

  private func layRow() {
    widget.addClass("browser-row")
    icon.pixelSize = 24
    name.horizontalPosition = 0
    lines.horizontalPosition = 0
    lines.cut = .end
    details.horizontalPosition = 1
    let words = Box(.vertical, spacing: 2, [nameBox, lines])
    words.expandsHorizontally = true
    words.verticalAlignment = .center
    for child in [AnyWidget(icon), AnyWidget(words), AnyWidget(details)] { widget.append(child) }
  }

  /// A small sheet of paper with the document's first lines, and its name below.
  private func layTile() {
    widget.addClass("browser-tile")
    widget.horizontalAlignment = .center
    let sheet = Box(.vertical, spacing: 0)
    sheet.addClass("card")
    sheet.addClass("browser-sheet")
    sheet.requestSize(width: 148, height: 180)
    icon.pixelSize = 48
    icon.addClass("dim-label")
    lines.horizontalPosition = 0
    lines.wraps = true
    lines.setWidth(characters: 10, maximum: 18)
    lines.verticalAlignment = .start
    sheet.append(icon)
    sheet.append(lines)
    icon.expandsVertically = true
    name.setWidth(maximum: 16)
    nameBox.horizontalAlignment = .center
    for child in [AnyWidget(sheet), AnyWidget(nameBox), AnyWidget(details)] { widget.append(child) }
  }

  /// Shows an item, with what is known of its text.
  func show(_ item: BrowserItem, glance: Glance?, isUnsaved: Bool, where place: String?) {
    self.item = item
    let mark = isUnsaved ? "• " : ""
    name.text = mark + item.name
    name.tooltip = item.path.map { Format.path($0.description) }
    icon.icon = item.icon
    let found = item.line.map { "\(Format.number($0.number)): \($0.text)" }
    let body = found ?? (isTile ? glance?.fitting(lines: 12, width: 22) : words(of: glance)) ?? ""
    lines.text = isTile ? String(body.prefix(240)) : body.split(separator: "\n").prefix(2).joined(separator: " · ")
    lines.isVisible = !body.isEmpty
    icon.isVisible = !isTile || body.isEmpty
    details.text = [place, time(of: item)].compactMap { $0 }.joined(separator: isTile ? "\n" : " · ")
    let words = [
      item.name, isUnsaved ? tr("unsaved") : nil, item.isFolder ? tr("folder") : nil, found ?? "", details.text.replacingLineEnds,
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    widget.setAccessibleLabel(words)
    // What has the focus is the list's own widget around this one.
    widget.parent?.setAccessibleLabel(words)
  }

  /// The row shows nothing any more.
  func clear() { item = nil }

  private func words(of glance: Glance?) -> String {
    guard let glance else { return "" }
    return [glance.title, glance.lines].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func time(of item: BrowserItem) -> String? {
    switch item.kind {
    case .entry(let entry): entry.kind == .folder ? nil : BrowserTime.text(entry.modified, now: Format.now)
    case .parked(let text): BrowserTime.text(text.time, now: Format.now)
    }
  }
}

/// Writes times as lists show them: the nearer, the more exactly.
enum BrowserTime {
  static func text(_ time: Int64, now: Int64) -> String {
    func part(_ time: Int64, _ pattern: String) -> String { Format.time(time, pattern) ?? "" }
    if part(time, "%F") == part(now, "%F") { return part(time, "%R") }
    // Translators: day and month of this year, as g_date_time_format writes them.
    return part(time, "%Y") == part(now, "%Y") ? part(time, C_("date", "%e %b")) : part(time, "%x")
  }
}

extension String {
  fileprivate var replacingLineEnds: String { split(separator: "\n").joined(separator: ", ") }
}
