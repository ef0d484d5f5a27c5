import TextModel

/// Describes the windows of a run, so that the next one can bring them back.
public struct Session: Sendable, Equatable {
  /// Describes one window and the page that it shows.
  public struct Window: Sendable, Equatable {
    /// Says what the window shows.
    public enum Page: Sendable, Equatable {
      /// A document: its file (`nil` when never saved), and the draft that it had or would have.
      case document(file: FilePath?, draft: Draft.ID)
      /// The document browser at a folder; `nil` is its list of recent documents.
      case browser(folder: FilePath?)
    }

    public var page: Page
    public var selection = TextSelection(caret: .zero)
    /// Holds the first byte of the line at the top of the view.
    public var top = TextOffset.zero
    /// Lists what is folded.
    public var folds: [TextRange] = []
    /// Counts logical pixels.
    public var width = 0
    public var height = 0
    public var isMaximized = false
    /// Holds whatever else the application wants to find again (view mode, panes, positions of dividers), by its own names.
    public var layout: [String: String] = [:]

    public init(page: Page) {
      self.page = page
    }
  }

  /// Lists the windows, the one used last at the end.
  public var windows: [Window]

  public init(windows: [Window] = []) {
    self.windows = windows
  }
}

extension Session {
  static let kind = "session"
  private static let windowKind = "window"

  func encoded() -> [UInt8] {
    var record = StateRecord(kind: Self.kind)
    for window in windows {
      var part = StateRecord(kind: Self.windowKind)
      switch window.page {
      case .document(let file, let draft):
        part[text: "draft"] = draft.name
        part[path: "file"] = file
      case .browser(let folder):
        part[text: "browser"] = ""
        part[path: "folder"] = folder
      }
      part[selection: "selection"] = window.selection
      part[number: "top"] = window.top.utf8
      part[number: "width"] = window.width
      part[number: "height"] = window.height
      part[number: "maximized"] = window.isMaximized ? 1 : 0
      part[text: "folds"] = window.folds.map { "\($0.lower.utf8)-\($0.upper.utf8)" }.joined(separator: " ")
      for (key, value) in window.layout.sorted(by: { $0.key < $1.key }) {
        var pair = StateRecord(kind: "layout")
        pair[text: "key"] = key
        pair[text: "value"] = value
        part["layout"] = pair.encoded()
      }
      record["window"] = part.encoded()
    }
    return record.encoded()
  }

  /// Reads a session; `nil` when the bytes are damaged.
  init?(_ bytes: [UInt8]) {
    guard let record = StateRecord(bytes, kind: Self.kind) else { return nil }
    self.init()
    for value in record.values where value.name == "window" {
      guard let part = StateRecord(value.bytes, kind: Self.windowKind) else { continue }
      let page: Window.Page
      if let draft = part[text: "draft"].flatMap({ Draft.ID(kept: $0) }) {
        page = .document(file: part[path: "file"], draft: draft)
      } else if part[text: "browser"] != nil {
        page = .browser(folder: part[path: "folder"])
      } else {
        continue
      }
      var window = Window(page: page)
      window.selection = part[selection: "selection"] ?? window.selection
      window.top = TextOffset(max(0, part[number: "top"] ?? 0))
      window.width = part[number: "width"] ?? 0
      window.height = part[number: "height"] ?? 0
      window.isMaximized = part[number: "maximized"] == 1
      window.folds = (part[text: "folds"] ?? "").split(separator: " ").compactMap { fold in
        let ends = fold.split(separator: "-").compactMap { Int($0) }
        guard ends.count == 2, 0 <= ends[0], ends[0] <= ends[1] else { return nil }
        return TextRange(ends[0]..<ends[1])
      }
      for value in part.values where value.name == "layout" {
        guard let pair = StateRecord(value.bytes, kind: "layout"), let key = pair[text: "key"] else { continue }
        window.layout[key] = pair[text: "value"]
      }
      windows.append(window)
    }
  }
}
