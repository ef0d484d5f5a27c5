// Owns: the places that one goes to and fro between.

import Documents

/// A place that a window can show.
nonisolated enum BrowserPlace: Equatable, Sendable {
  /// The documents that were used last, and those with unsaved text that no window shows.
  case recent
  case folder(FilePath)
  /// A document, by the name of its draft, and its file if it has one.
  case document(Draft.ID, FilePath?)
}

/// What a list shows.
nonisolated struct BrowserItem: Equatable, Sendable {
  /// Tells the item from all others, in a text without NUL.
  let key: String
  let kind: Kind
  /// The line that a search has found.
  var line: SearchPattern.Line?

  enum Kind: Equatable, Sendable {
    case entry(FolderEntry)
    /// Unsaved text that no window shows.
    case parked(ParkedText)
  }

  init(_ entry: FolderEntry, line: SearchPattern.Line? = nil) {
    key = entry.path.address
    kind = .entry(entry)
    self.line = line
  }

  init(_ text: ParkedText) {
    key = "draft:\(text.id)"
    kind = .parked(text)
  }

  var name: String {
    switch kind {
    case .entry(let entry): entry.name
    case .parked(let text): text.name
    }
  }

  /// The path of what is there on disk; nil for a document that was never saved.
  var path: FilePath? {
    switch kind {
    case .entry(let entry): entry.path
    case .parked(let text): text.path
    }
  }

  var isFolder: Bool { if case .entry(let entry) = kind { entry.kind == .folder } else { false } }

  var icon: String { isFolder ? "folder-symbolic" : "text-x-generic-symbolic" }
}

/// Unsaved text that is kept as a draft while no window shows it.
nonisolated struct ParkedText: Equatable, Sendable {
  let id: Draft.ID
  let path: FilePath?
  let name: String
  /// Seconds since 1970.
  let time: Int64
  /// The beginning of the text.
  let glance: Glance
}
