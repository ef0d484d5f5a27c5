/// A preference: what is kept for the person between runs: its key in the settings schema and its value before anyone changed it.
///
/// A test compares these with the schema, so that neither can change alone.
public struct Preference<Value: Sendable & Equatable>: Sendable {
  public let key: String
  public let standard: Value

  init(_ key: String, _ standard: Value) {
    self.key = key
    self.standard = standard
  }
}

/// The preferences of Masthead.
public enum Preferences {
  /// The size of the text in editor and preview, in percent of the system's size.
  public static let textSize = Preference<Int32>("text-size", 100)
  /// Which panes a new window shows: `editor`, `split` or `preview`.
  public static let viewMode = Preference<String>("view-mode", "split")
  /// Whether editor and preview scroll together.
  public static let syncScroll = Preference<Bool>("sync-scroll", true)
  /// The colours: `system`, `light` or `dark`.
  public static let styleVariant = Preference<String>("style-variant", "system")
  /// The colours of the preview: `system`, `light`, `dark`, `sepia` or `file`, a reader's own.
  public static let previewTheme = Preference<String>("preview-theme", "system")
  /// The folder in which untitled documents are first saved, as a path; empty for the system's documents folder.
  public static let defaultFolder = Preference<String>("default-folder", "")
  /// Whether a row of menus is shown under the bar.
  public static let menuBar = Preference<Bool>("menu-bar", false)
  /// What was looked for lately, the newest first.
  public static let findHistory = Preference<[String]>("find-history", [])
  /// What was put in the place of matches lately, the newest first.
  public static let replaceHistory = Preference<[String]>("replace-history", [])

  /// How the document browser shows documents: `list` or `grid`.
  public static let browserView = Preference<String>("browser-view", "list")
  /// In which order the document browser shows documents: `name`, `modified` or `size`.
  public static let browserOrder = Preference<String>("browser-order", "name")
  /// Whether a new window shows the outline.
  public static let showOutline = Preference<Bool>("show-outline", false)
  /// What was chosen for exports last. The paper by its name, as `a4`; empty for the region's usual one.
  public static let exportPaper = Preference<String>("export-paper", "")
  /// `normal`, `narrow` or `wide`.
  public static let exportMargins = Preference<String>("export-margins", "normal")
  /// The colours of a PDF: `print`, `light`, `sepia` or `dark`.
  public static let exportPDFTheme = Preference<String>("export-pdf-theme", "print")
  /// The colours of a page of HTML: `automatic`, `light`, `sepia` or `dark`.
  public static let exportHTMLTheme = Preference<String>("export-html-theme", "automatic")
  /// Whether a table of contents goes before the text.
  public static let exportContents = Preference<Bool>("export-contents", false)
  /// Whether the images of a page of HTML stay in their files.
  public static let exportLinked = Preference<Bool>("export-linked", false)

  /// Whether misspelled words are marked.
  public static let checkSpelling = Preference<Bool>("check-spelling", true)
  /// The language in which spelling is checked, as `en_US`; empty to guess it from each document.
  public static let spellingLanguage = Preference<String>("spelling-language", "")

  /// The opening marks that get their closing one put in as well, one after the other.
  public static let pairs = Preference<String>("paired-marks", "*_~`\"([{")
  /// The editor's font, as Pango writes it ("Source Code Pro 11"); empty for the desktop's monospace font.
  public static let editorFont = Preference<String>("editor-font", "")
  /// The most characters of a line in the editor, roughly; 0 for as many as there is room for.
  public static let lineWidth = Preference<Int32>("line-width", 0)
  /// Whether lines are numbered.
  public static let lineNumbers = Preference<Bool>("line-numbers", false)
  /// The columns of a tab.
  public static let tabWidth = Preference<Int32>("tab-width", 4)
  /// Whether the Tab key types blanks.
  public static let tabsAreSpaces = Preference<Bool>("tabs-are-spaces", false)
  /// Whether `.editorconfig` files are followed.
  public static let editorConfig = Preference<Bool>("editor-config", true)
  /// Whether all but what is being written is dimmed.
  public static let focusMode = Preference<Bool>("focus-mode", false)
  /// What focus mode leaves clear: `paragraph` or `sentence`.
  public static let focusScope = Preference<String>("focus-scope", "paragraph")
  /// Whether the line that is written stays in the middle.
  public static let typewriter = Preference<Bool>("typewriter", false)
  /// How many words one wants to write in a session; 0 for no goal.
  public static let sessionGoal = Preference<Int32>("session-goal", 0)

  /// Every key but `toolbar-layouts`, which the bar stores as it likes.
  public static let keys: [String] = [
    textSize.key, viewMode.key, syncScroll.key, styleVariant.key, previewTheme.key, defaultFolder.key, menuBar.key, findHistory.key,
    replaceHistory.key, browserView.key, browserOrder.key, showOutline.key,
    exportPaper.key, exportMargins.key, exportPDFTheme.key, exportHTMLTheme.key, exportContents.key, exportLinked.key,
    checkSpelling.key, spellingLanguage.key, pairs.key,
    editorFont.key, lineWidth.key, lineNumbers.key, tabWidth.key, tabsAreSpaces.key, editorConfig.key,
    focusMode.key, focusScope.key, typewriter.key, sessionGoal.key,
  ]
}
