/// Every command of Masthead, each declared once.
///
/// A command that is not here does not exist: bar items, menus and keys that name one that is missing stay hidden until it
/// is declared.
public enum Catalogue {
  /// All commands, in the order in which lists show them.
  public static let all: [Command] = document + browser + editing + format + paragraph + insert + table + view + navigation + application

  private static let byName: [String: Command] = Dictionary(all.map { ($0.actionName, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the command with an action's full name (`win.save`), or `nil` when no such command exists (yet).
  public static func command(_ actionName: String) -> Command? { byName[actionName] }

  static let document: [Command] = [
    Command(
      "new", tr("New Document"), in: .application, icon: "document-new-symbolic", keywords: [tr("untitled"), tr("create")],
      keys: [.init("<Control>n")], subject: .document),
    Command(
      "new-window", tr("New Window"), in: .application, icon: "window-new-symbolic", keys: [.init("<Control><Shift>n")],
      subject: .document),
    Command(
      "open", tr("Open…"), in: .application, icon: "document-open-symbolic", keywords: [tr("file"), tr("load")],
      keys: [.init("<Control>o")], subject: .document),
    Command(
      "save", tr("Save"), icon: "document-save-symbolic", keys: [.init("<Control>s")], needs: .document, subject: .document),
    Command(
      "save-as", tr("Save As…"), icon: "document-save-as-symbolic", keywords: [tr("copy")], keys: [.init("<Control><Shift>s")],
      needs: .document, subject: .document),
    Command(
      "rename", tr("Rename"), icon: "document-edit-symbolic", keywords: [tr("name")], keys: [.init("F2")], needs: .document,
      subject: .document),
    Command("duplicate", tr("Duplicate"), icon: "edit-copy-symbolic", keywords: [tr("copy")], needs: .file, subject: .document),
    Command("move-to", tr("Move To…"), icon: "folder-drag-accept-symbolic", keywords: [tr("folder")], needs: .file, subject: .document),
    Command(
      "trash", tr("Move to Trash"), icon: "user-trash-symbolic", keywords: [tr("delete")], needs: .file, subject: .document),
    Command(
      "revert", tr("Revert To Saved"), icon: "document-revert-symbolic", keywords: [tr("reload")], needs: .file, subject: .document),
    Command(
      "compare", tr("Compare with File…"), icon: "view-dual-symbolic", keywords: [tr("difference"), tr("changes"), tr("merge")],
      needs: .file, subject: .document),
    Command(
      "export-html", tr("Export HTML…"), long: tr("Export as a Web Page"), icon: "web-browser-symbolic", keywords: [tr("web"), tr("page")],
      needs: .document,
      subject: .document),
    Command(
      "export-pdf", tr("Export PDF…"), long: tr("Export as PDF"), icon: "x-office-document-symbolic", keywords: [tr("pages"), tr("paper")],
      needs: .document, subject: .document),
    Command(
      "print", tr("Print…"), icon: "document-print-symbolic", keywords: [tr("paper"), tr("printer")], keys: [.init("<Control>p")],
      needs: .document,
      subject: .document),
    Command("show-in-files", tr("Show in Files"), icon: "folder-symbolic", keywords: [tr("folder")], needs: .file, subject: .document),
    Command(
      "share-mail", tr("Send by Mail…"), icon: "mail-send-symbolic", keywords: [tr("share"), tr("attach")], keys: [.init("<Control>m")],
      needs: .document, subject: .document),
    Command(
      "open-with", tr("Open With…"), icon: "document-open-symbolic", keywords: [tr("share"), tr("program")], needs: .file,
      subject: .document),
    Command(
      "statistics", tr("Statistics"), icon: "masthead-statistics-symbolic", keywords: [tr("words"), tr("count"), tr("reading time")],
      needs: .document,
      subject: .document),
    Command(
      "comments", tr("Comments"), icon: "masthead-comments-symbolic", keywords: [tr("hidden"), tr("remarks")], needs: .document,
      subject: .document),
    Command("copy-path", tr("Copy Path"), icon: "edit-copy-symbolic", needs: .file, subject: .document),
    Command(
      "properties", tr("Properties"), icon: "document-properties-symbolic", keywords: [tr("details")],
      keys: [.init("<Alt>Return")], needs: .document, subject: .document),
    Command("close", tr("Close Window"), keys: [.init("<Control>w")], subject: .document),
  ]

  static let editing: [Command] = [
    Command(
      "undo", tr("Undo"), icon: "edit-undo-symbolic", keys: [.init("<Control>z")], needs: [.editableText, .textFocus, .undo],
      subject: .editing),
    Command(
      "redo", tr("Redo"), icon: "edit-redo-symbolic", keys: [.init("<Control><Shift>z")],
      needs: [.editableText, .textFocus, .redo], subject: .editing),
    Command(
      "paste-plain", tr("Paste as Plain Text"), icon: "edit-paste-symbolic", keywords: [tr("unformatted")],
      keys: [.init("<Control><Shift>v")], needs: [.editableText, .textFocus], subject: .editing),
    Command(
      "open-link", tr("Open Link"), icon: "web-browser-symbolic", keywords: [tr("follow")], needs: .document, subject: .editing),
    Command("copy-link-address", tr("Copy Link Address"), icon: "edit-copy-symbolic", needs: .document, subject: .editing),
    Command(
      "copy-heading-link", tr("Copy Link to Heading"), icon: "edit-copy-symbolic", keywords: [tr("section")], needs: .document,
      subject: .editing),
    Command(
      "copy-html", tr("Copy as HTML"), icon: "edit-copy-symbolic", keywords: [tr("web"), tr("formatted")], needs: .document,
      subject: .editing),
    Command(
      "copy-text", tr("Copy as Plain Text"), icon: "edit-copy-symbolic", keywords: [tr("unformatted")], needs: .document, subject: .editing),
  ]

  static let view: [Command] = [
    Command(
      "view-mode", C_("menu", "View"), long: tr("Editor and Preview"), icon: "view-dual-symbolic",
      keywords: [tr("layout"), tr("split"), tr("side by side")],
      keys: [
        .init("<Control><Alt>1", .word("editor")), .init("<Control><Alt>2", .word("split")),
        .init("<Control><Alt>3", .word("preview")),
      ],
      role: .choice([
        .init(value: "editor", title: tr("Editor"), icon: "document-edit-symbolic"),
        .init(value: "split", title: tr("Side by Side"), icon: "view-dual-symbolic"),
        .init(value: "preview", title: tr("Preview"), icon: "view-reveal-symbolic"),
      ]), subject: .view),
    Command(
      "sync-scroll", tr("Scroll Together"), long: tr("Scroll Editor and Preview Together"), icon: "masthead-sync-scroll-symbolic",
      keywords: [tr("synchronize")], role: .toggle, subject: .view),
    Command(
      "toggle-outline", tr("Outline"), icon: "masthead-outline-symbolic", keywords: [tr("headings"), tr("sections"), tr("contents")],
      keys: [.init("F9")], role: .toggle, subject: .view),
    Command(
      "fold", tr("Fold or Unfold Section"), icon: "masthead-fold-symbolic", keywords: [tr("collapse"), tr("hide")],
      keys: [.init("<Control><Alt>bracketleft")], needs: .document, subject: .view),
    Command(
      "focus-mode", tr("Focus Mode"), icon: "masthead-focus-mode-symbolic", keywords: [tr("distraction"), tr("dim")],
      keys: [.init("<Shift>F11")], role: .toggle, subject: .view),
    Command(
      "typewriter", tr("Typewriter Scrolling"), icon: "masthead-typewriter-symbolic", keywords: [tr("middle")],
      keys: [.init("<Control><Shift>F11")], role: .toggle, subject: .view),
    Command(
      "check-spelling", tr("Check Spelling"), icon: "tools-check-spelling-symbolic", keywords: [tr("dictionary"), tr("misspelling")],
      keys: [.init("<Shift>F7")], role: .toggle, subject: .view),
    Command(
      "text-size", tr("Text Size"), icon: "font-x-generic-symbolic", keywords: [tr("zoom"), tr("larger"), tr("smaller")],
      role: .number(50...300, choices: []), subject: .view),
    Command("menu-bar", tr("Menu Bar"), keywords: [tr("menus"), tr("row")], role: .toggle, subject: .view),
    Command("customize-toolbar", tr("Customize Toolbar…"), keywords: [tr("arrange"), tr("buttons")], subject: .view),
    Command("reset-toolbar", tr("Reset Toolbar"), subject: .view),
    Command(
      "text-larger", tr("Larger Text"), icon: "zoom-in-symbolic",
      keys: [.init("<Control>plus"), .init("<Control>equal"), .init("<Control>KP_Add")],
      subject: .view),
    Command(
      "text-smaller", tr("Smaller Text"), icon: "zoom-out-symbolic", keys: [.init("<Control>minus"), .init("<Control>KP_Subtract")],
      subject: .view),
    Command(
      "text-normal", tr("Normal Text Size"), icon: "zoom-original-symbolic", keys: [.init("<Control>0"), .init("<Control>KP_0")],
      subject: .view),
  ]

  static let navigation: [Command] = [
    Command(
      "search", tr("Search"), long: tr("Search Everything"), icon: "system-search-symbolic",
      keywords: [tr("find"), tr("commands"), tr("palette")],
      keys: [.init("<Control>e")], subject: .navigation),
    Command(
      "find", tr("Find"), icon: "edit-find-symbolic", keywords: [tr("search"), tr("look for")], keys: [.init("<Control>f")],
      needs: .document, subject: .navigation),
    Command(
      "replace", tr("Find and Replace"), icon: "edit-find-replace-symbolic", keywords: [tr("substitute"), tr("exchange")],
      keys: [.init("<Control>h")], needs: .document, subject: .navigation),
    Command(
      "find-next", tr("Find Next"), icon: "go-down-symbolic", keys: [.init("<Control>g"), .init("F3")], needs: .document,
      subject: .navigation),
    Command(
      "find-previous", tr("Find Previous"), icon: "go-up-symbolic", keys: [.init("<Control><Shift>g"), .init("<Shift>F3")],
      needs: .document, subject: .navigation),
    Command("next-pane", tr("Next Pane"), keywords: [tr("focus")], keys: [.init("F6")], subject: .navigation),
  ]

  static let application: [Command] = [
    Command(
      "preferences", tr("Preferences"), in: .application, keywords: [tr("settings")], keys: [.init("<Control>comma")], subject: .application
    ),
    Command(
      "shortcuts", tr("Keyboard Shortcuts"), in: .application, keywords: [tr("keys")], keys: [.init("<Control>question")],
      subject: .application),
    Command("about", tr("About Masthead"), in: .application, keywords: [tr("version"), tr("licence")], subject: .application),
    Command("quit", tr("Quit"), in: .application, keywords: [tr("exit")], keys: [.init("<Control>q")], subject: .application),
  ]
}
