/// The menus that the application shows, as names of commands; titles, keys and icons come from the catalogue.
public enum Menus {
  /// The main menu at the end of the bar, in sections.
  public static let main: [[String]] = [
    ["app.new", "app.new-window", "app.open"],
    ["win.save", "win.save-as"],
    ["win.view-mode"],
    ["app.preferences", "app.shortcuts", "app.about", "app.quit"],
  ]
}
