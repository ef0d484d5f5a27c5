// Owns: the documents that were left for the document browser, with everything that belongs to them: undo, caret, folds, panes.
// Rule: a document with unsaved text is never let go of; of the others, the ones left last are kept.

import Documents
import GtkKit

/// Keeps the documents that no window shows, as they were left.
final class RestingDocuments {
  /// Their windows' contents, the one that was left first at the front.
  private(set) var contents: [DocumentWindow] = []
  /// When each was left, in seconds since 1970.
  private var times: [Draft.ID: Int64] = [:]

  /// How many without unsaved text are kept, and how many bytes of text they may hold together.
  private static let limit = (count: 8, bytes: 32 << 20)

  /// Those with unsaved text, the one left last first: the browser lists them as texts.
  var unsaved: [ParkedText] {
    contents.reversed().filter(\.document.isModified).map { content in
      let document = content.document
      return ParkedText(
        id: document.draftID, path: document.path, name: document.path?.name ?? content.filing.proposedName,
        time: times[document.draftID] ?? 0, glance: Glance(beginningOf: document.buffer.text, isMarkdown: true))
    }
  }

  /// Keeps a document that was just left.
  func add(_ content: DocumentWindow, at time: Int64) {
    contents.append(content)
    times[content.document.draftID] = time
    trim()
  }

  /// Lets go of the oldest that can be loaded again as they are.
  private func trim() {
    var count = 0
    var bytes = 0
    for content in contents.reversed() where !content.document.isModified {
      count += 1
      bytes += content.document.buffer.text.count
      if count > Self.limit.count || (count > 1 && bytes > Self.limit.bytes) { _ = take { $0 === content } }
    }
  }

  /// Gives the document for which `isWanted` holds and keeps it no longer; nil when there is none.
  func take(_ isWanted: (DocumentWindow) -> Bool) -> DocumentWindow? {
    guard let index = contents.lastIndex(where: isWanted) else { return nil }
    let content = contents.remove(at: index)
    times[content.document.draftID] = nil
    return content
  }

  func take(_ id: Draft.ID) -> DocumentWindow? { take { $0.document.draftID == id } }

  func take(_ path: FilePath) -> DocumentWindow? { take { $0.document.stands(on: path) } }
}

extension MastheadApplication {
  /// What has the document of a path, whether a window shows it or not; nil when there is none, or it has no file yet.
  func content(of path: FilePath) -> DocumentWindow? {
    (windows + resting.contents).first { $0.document.path == path && $0.document.file != nil }
  }

  /// What has the document at a place, by whatever path it was opened, whether a window shows it or not; nil when there is none.
  func content(at path: FilePath) async -> DocumentWindow? {
    let open = (windows + resting.contents).compactMap { content in content.document.path.map { (content: content, path: $0) } }
    guard !open.isEmpty, let index = await SameFile.index(of: path, among: open.map(\.path)) else { return nil }
    // It may have gone, or come into a window, while the disk answered.
    let found = open[index].content
    return (windows + resting.contents).contains { $0 === found } ? found : nil
  }

  /// Lets go of a document that no window shows and that can be read again as it is.
  func forget(_ content: DocumentWindow) { _ = resting.take { $0 === content && !$0.document.isModified } }

  /// Gives a file or folder, which is no document that is open, another path; what is open inside it and the recent documents follow.
  func following<Failure: Error>(
    _ old: FilePath, _ work: @MainActor () async throws(Failure) -> FilePath
  ) async throws(Failure) -> FilePath {
    let inside = (windows + resting.contents).filter { $0.document.path?.isInside(old) == true }
    let new = try await Self.quietly(inside[...]) { () async throws(Failure) in
      let new = try await work()
      for content in inside {
        content.document.followFolder(old, to: new)
        content.news.follow()
      }
      // After a crash, unsaved text must find its file in the folder's new place.
      for content in inside { await content.document.draft.settle() }
      return new
    }
    recent.rename(old, to: new)
    namesChanged()
    return new
  }

  /// Does something to the files of documents that they need not tell of.
  private static func quietly<Failure: Error>(
    _ contents: ArraySlice<DocumentWindow>, _ work: @MainActor () async throws(Failure) -> FilePath
  ) async throws(Failure) -> FilePath {
    guard let first = contents.first else { return try await work() }
    return try await first.news.quietly { () async throws(Failure) in
      // A save that is under way would write the old path down again.
      try await first.document.exclusively { () async throws(Failure) in try await quietly(contents.dropFirst(), work) }
    }
  }
}

extension DocumentWindow {
  /// Writes what is unsaved and not on disk yet, and answers whether all of it is safe there now.
  func keepText() -> Bool { !document.isModified || document.draft.flush() == nil }
}
