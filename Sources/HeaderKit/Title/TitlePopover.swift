import GLibKit
import GtkKit
import HeaderModel

/// Opens the title's popover: the document's properties over the title menu.
enum TitlePopover {
  /// Opens the popover at the title, made of what the delegate says at this moment.
  static func open(at title: TitleView, _ delegate: any TitleDelegate) -> PopoverMenu {
    var elements = delegate.titleMenu()
    let properties = delegate.properties()
    // A row of its own, whose widget is put in below.
    if properties != nil { elements.insert(.smallEntries(title: "", []), at: 0) }
    let rendered = RenderedMenu(elements)
    if let properties, let row = rendered.rows.first?.row { fill(row, properties) }
    let popover = rendered.popover()
    popover.addClass("header-title-popover")
    // Under the whole title rather than its middle: the title is at the window's edge.
    popover.horizontalAlignment = .start
    popover.open(at: title.button)
    return popover
  }

  private static func fill(_ row: Box, _ properties: DocumentProperties) {
    let icon = Image(icon: properties.icon)
    icon.pixelSize = 32
    let name = Label(properties.name)
    name.addClass("heading")
    let lines = properties.lines.map { text in
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
    row.setHomogeneous(false)
    row.spacing = 12
    row.setMargins(top: 6, bottom: 6, start: 6, end: 6)
    row.append(icon)
    row.append(Box(.vertical, spacing: 2, [name] + lines))
    row.setAccessibleLabel(([properties.name] + properties.lines).joined(separator: ", "))
  }
}
