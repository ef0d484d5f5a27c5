internal import Glibc
import TextModel

/// Holds a draft that was found at start, and what has become of its file.
public struct RecoveredDraft: Sendable, Equatable {
  public enum Situation: Sendable, Equatable {
    /// The document was never saved.
    case untitled
    /// The file holds what the draft stands on: the text comes back as modified.
    case unchanged
    /// The file holds something else now, described by `found`. Both texts are worth something: compare; nothing is overwritten.
    case changed(found: DocumentFile)
    /// The file is gone; saving makes it again.
    case missing
    /// The file is there and cannot be read.
    case unreadable(LoadError)
  }

  public let draft: Draft
  public let situation: Situation
  /// Says that the draft's last part could not be read: an earlier state of the text is what there is.
  public let isDamaged: Bool
}

/// Finds the drafts that an earlier run left behind.
public struct DraftStore: Sendable {
  /// Holds what a start finds.
  public struct Findings: Sendable, Equatable {
    public var drafts: [RecoveredDraft] = []
    /// Lists drafts that could not be read at all. They are set aside under these names and not looked at again.
    public var damaged: [FilePath] = []
  }

  private let folder: FilePath
  private let calls: SystemCalls

  public init(state: StateFolder, calls: SystemCalls = SystemCalls()) {
    folder = state.drafts
    self.calls = calls
  }

  /// Reads every draft and looks at its file. A draft whose text the file holds already (a save ended before the draft was
  /// removed) is removed. Nothing else is changed, and no user's file is written. Blocks.
  public func recover() -> Findings {
    var findings = Findings()
    for id in ids() { recover(id, into: &findings) }
    return findings
  }

  /// Reads one draft and looks at its file, as `recover()` does for all. Blocks.
  public func recover(_ id: Draft.ID) -> Findings {
    var findings = Findings()
    recover(id, into: &findings)
    return findings
  }

  private func recover(_ id: Draft.ID, into findings: inout Findings) {
    var file = DraftFile(id: id, folder: folder, calls: calls)
    let (draft, isDamaged) = file.read()
    guard let draft else {
      if isDamaged { findings.damaged.append(setAside(id)) } else { try? file.remove() }
      return
    }
    guard let situation = situation(of: draft) else {
      try? file.remove()
      return
    }
    findings.drafts.append(RecoveredDraft(draft: draft, situation: situation, isDamaged: isDamaged))
  }

  /// Reads one draft as it is on disk; `nil` when there is none that can be read.
  public func draft(_ id: Draft.ID) -> Draft? {
    DraftFile(id: id, folder: folder, calls: calls).read().draft
  }

  /// Removes a draft whose text the person does not want.
  public func discard(_ id: Draft.ID) {
    var file = DraftFile(id: id, folder: folder, calls: calls)
    try? file.remove()
  }

  /// Gives the names of all drafts, also of those whose first version was being put in place; in a fixed order.
  private func ids() -> [Draft.ID] {
    let names = ((try? calls.names(in: folder)) ?? []).map { $0.description }
    let ids = Set(names.compactMap { Draft.ID(kept: String($0.prefix { $0 != "." })) })
    // A draft that was set aside is not looked at again, unless there is a new one of that name.
    let kept = ids.filter { id in names.contains { $0 != id.name + ".damaged" && $0.hasPrefix(id.name) } }
    return kept.sorted { $0.name < $1.name }
  }

  private func setAside(_ id: Draft.ID) -> FilePath {
    let path = folder.appending(FilePath(id.name))
    let aside = folder.appending(FilePath(id.name + ".damaged"))
    try? calls.rename(path, aside)
    for ending in [".new", ".journal"] { try? calls.unlink(folder.appending(FilePath(id.name + ending))) }
    return aside
  }

  /// Compares the draft with its file; `nil` when the file holds the draft's text.
  private func situation(of draft: Draft) -> RecoveredDraft.Situation? {
    guard let file = draft.file else { return .untitled }
    let found: LoadedDocument
    do throws(LoadError) { found = try Loader(calls: calls).load(file.path, as: file.encoding, allowingLarge: true) } catch {
      switch error {
      case .notFound, .isFolder, .notRegular: return .missing
      case .doesNotDecode:
        guard let fingerprint = (try? Loader(calls: calls).fingerprint(of: file.path)) ?? nil else { return .unreadable(error) }
        return .changed(found: file.replacing(fingerprint))
      default: return .unreadable(error)
      }
    }
    if found.text == draft.text { return nil }
    return found.file.fingerprint.digest == file.fingerprint.digest ? .unchanged : .changed(found: found.file)
  }
}
