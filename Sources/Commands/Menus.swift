/// The menus that the application shows, as names of commands; titles, keys and icons come from the catalogue.
public enum Menus {
  /// The menu of a document's title.
  public static let title: [[Entry]] = [
    ["win.duplicate", "win.rename", "win.move-to"],
    [.submenu(tr("Export"), exports), "win.print", .submenu(tr("Share"), share)],
    ["win.statistics", "win.comments"],
    ["win.show-in-files", "win.copy-path"],
    ["win.compare", "win.revert", "win.trash"],
  ]
  /// The menu of the title of a document that has no file yet.
  public static let titleOfUnsaved: [[Entry]] = [
    ["win.save", "win.rename"],
    [.submenu(tr("Export"), exports), "win.print", .submenu(tr("Share"), share)],
    ["win.statistics", "win.comments"],
  ]
  static let exports: [[String]] = [["win.export-html", "win.export-pdf"]]
  static let share: [[String]] = [
    ["win.share-mail", "win.open-with"], ["win.show-in-files", "win.copy-path"], ["win.copy-html", "win.copy-text"],
  ]

  /// A command, or a submenu of commands.
  public enum Entry: ExpressibleByStringLiteral, Sendable {
    case command(String)
    case submenu(Message, [[String]])

    public init(stringLiteral name: String) { self = .command(name) }

    /// The names of the commands in it.
    public var names: [String] {
      switch self {
      case .command(let name): [name]
      case .submenu(_, let sections): Array(sections.joined())
      }
    }
  }

  /// The menu of the title of the document browser.
  public static let titleOfBrowser: [[String]] = [["win.new-here", "win.new-folder"], ["win.sort-by", "win.browse-as"]]
  /// The menu of what is selected in the document browser.
  public static let chosen: [[String]] = [
    ["win.open-chosen", "win.open-chosen-apart"], ["win.rename", "win.duplicate", "win.move-to"], ["win.show-in-files", "win.copy-path"],
    ["win.trash"],
  ]
  /// What the first menu of a row of menus has before and after the menu of the document's title.
  public static let fileBegin: [[String]] = [["app.new", "app.new-window", "app.open"], ["win.save", "win.save-as"]]
  public static let fileEnd: [[String]] = [["win.properties"], ["win.close", "app.quit"]]
  /// The first menu of the row of menus over the document browser.
  public static let fileOfBrowser: [[String]] =
    [["app.new", "app.new-window", "app.open"], ["win.new-here", "win.new-folder"]] + chosen + fileEnd
  /// The main menu over the document browser.
  public static let mainOfBrowser: [[String]] = [
    ["app.new", "app.new-window", "app.open"], ["win.browse-as", "win.sort-by"],
    ["app.preferences", "app.shortcuts", "app.about", "app.quit"],
  ]

  /// The main menu at the end of the bar, in sections.
  public static let main: [[String]] = [
    ["app.new", "app.new-window", "app.open"],
    ["win.save", "win.save-as"],
    ["win.find", "win.replace"],
    ["win.view-mode", "win.toggle-outline"],
    ["app.preferences", "app.shortcuts", "app.about", "app.quit"],
  ]

  // Parts of the edit menu, by what is at the place that it opens for.

  /// For what is selected.
  public static let selection: [[String]] = [["win.bold", "win.italic", "win.code", "win.link", "win.hide"]]
  /// For a table's cell.
  public static let table: [[String]] = [
    ["win.table-row-above", "win.table-row-below", "win.table-delete-row"],
    ["win.table-column-before", "win.table-column-after", "win.table-delete-column", "win.table-align"],
  ]
  /// For a heading.
  public static let heading: [[String]] = [["win.promote-heading", "win.demote-heading", "win.fold", "win.copy-heading-link"]]
}
