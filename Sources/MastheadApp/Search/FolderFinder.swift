// Owns: the search in the folder of a document: names and texts of the documents in it and below, one after the other, while one types on.

import Documents
import GLibKit
import Searching
import TextModel

/// A document of the folder in which something was found.
struct FoundDocument: Sendable {
  let path: FilePath
  /// The folder relative to where the search began; empty for that folder itself.
  let place: String
  /// How well the name fits, and where; nil when only the text does.
  let name: PhraseMatch?
  /// Places in its text.
  let places: [DocumentPlace]
}

/// Looks through a folder.
final class FolderFinder {
  /// How many files are read at most, how deep folders are gone into, and how large a file may be that is read.
  private static let files = 2_000
  private static let depth = 4
  private static let size = 4 << 20

  private let folder: FilePath

  init(_ folder: FilePath) { self.folder = folder }

  /// Finds documents; `report` hears of each, and says whether to go on.
  func find(_ text: String, _ report: (FoundDocument) -> Bool) async {
    let phrase = Phrase(text)
    var folders: [(path: FilePath, place: String, depth: Int)] = [(folder, "", 0)]
    var count = 0
    while !folders.isEmpty, count < Self.files {
      let next = folders.removeFirst()
      guard let children = try? await File(path: next.path.description).children() else { continue }
      for child in children.sorted(by: { Format.compareNames($0.name, $1.name) < 0 }) where !child.isHidden {
        guard !Task.isCancelled else { return }
        let path = next.path.appending(FilePath(child.name))
        if child.isFolder {
          if next.depth < Self.depth { folders.append((path, next.place + child.name + "/", next.depth + 1)) }
          continue
        }
        guard child.contentType?.hasPrefix("text/") == true || Self.endings.contains(where: child.name.lowercased().hasSuffix) else {
          continue
        }
        count += 1
        let name = phrase.match(FoldedText(child.displayName))
        let places = phrase.isEmpty || child.size > Self.size ? [] : await Self.places(text, in: path)
        guard !Task.isCancelled else { return }
        guard name != nil || !places.isEmpty else { continue }
        if !report(FoundDocument(path: path, place: next.place, name: name, places: places)) { return }
      }
    }
  }

  private static let endings = [".md", ".markdown", ".mdown", ".mkd", ".txt", ".text"]

  /// Up to three lines of a file that hold the text; none when it cannot be read.
  @concurrent private nonisolated static func places(_ text: String, in path: FilePath) async -> [DocumentPlace] {
    guard let loaded = try? await Loader().open(path) else { return [] }
    return DocumentSearch.lines(of: loaded.text, holding: text, limit: 3) { Task.isCancelled }
  }
}
