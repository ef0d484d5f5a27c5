/// The menus that the application shows, as names of commands; titles, keys and icons come from the catalogue.
public enum Menus {
  /// The menu of a document's title.
  public static let title: [[String]] = [
    ["win.rename", "win.duplicate", "win.move-to"],
    ["win.export-html", "win.export-pdf", "win.print"],
    ["win.statistics", "win.comments"],
    ["win.show-in-files", "win.copy-path"],
    ["win.revert", "win.trash"],
  ]
  /// The menu of the title of a document that has no file yet.
  public static let titleOfUnsaved: [[String]] = [["win.save", "win.rename"], ["win.statistics", "win.comments"]]

  /// The main menu at the end of the bar, in sections.
  public static let main: [[String]] = [
    ["app.new", "app.new-window", "app.open"],
    ["win.save", "win.save-as"],
    ["win.find", "win.replace"],
    ["win.view-mode"],
    ["app.preferences", "app.shortcuts", "app.about", "app.quit"],
  ]
}
