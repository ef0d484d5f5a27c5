import TextModel

/// Tells the main actor what other programs do to the file of an open document, and nothing about what the document's own
/// saves do.
@MainActor
public final class DocumentWatch {
  private let watcher: FolderWatcher
  private let onChange: @MainActor (ExternalChange) -> Void
  private var file: DocumentFile?
  private var watch: FolderWatcher.Watch?
  /// Numbers the files that were followed: an answer about an older one is worth nothing.
  private var version = 0
  private var ownWork = 0
  private var isLooking = false
  private var mustLookAgain = false

  /// - Parameter onChange: is called once for each change, however long it lasts, and with `.unchanged` when the file is again what it was.
  public init(watcher: FolderWatcher = .shared, onChange: @escaping @MainActor (ExternalChange) -> Void) {
    self.watcher = watcher
    self.onChange = onChange
  }

  /// Watches `file` from now on: call it after loading, saving and renaming, and with the new contents once the person has
  /// decided about a change. `nil` watches nothing.
  public func follow(_ file: DocumentFile?) {
    version += 1
    // What was told before was told of another file, or somebody has decided about it.
    (reportedKind, reported) = (nil, nil)
    let isElsewhere = self.file?.path != file?.path || self.file?.target != file?.target
    self.file = file
    guard isElsewhere else { return }
    watch?.stop()
    watch = nil
    guard let file else { return }
    watch = watcher.watch([file.path, file.target]) { [weak self] in
      Task { @MainActor in self?.look() }
    }
  }

  /// Runs work of the document's own on its file (a save, a rename) and keeps quiet about what it does. The work ends by
  /// calling `follow`.
  public func quietly<Value, Failure: Error>(_ work: @MainActor () async throws(Failure) -> Value) async throws(Failure) -> Value {
    ownWork += 1
    defer {
      ownWork -= 1
      // Another program may have used the same moment.
      if ownWork == 0 { look() }
    }
    return try await work()
  }

  /// Compares with the disk now; the answer comes through `onChange`. Call it when the window gets the focus: remote folders
  /// give no hints.
  public func look() {
    guard let file, ownWork == 0 else { return }
    if isLooking {
      mustLookAgain = true
      return
    }
    isLooking = true
    let asked = version
    Task { @MainActor [weak self] in
      let change = await BlockingWork.run { ExternalChange.look(at: file) }
      self?.take(change, asked)
    }
  }

  private var reported: Fingerprint?
  private var reportedKind: Int?

  private func take(_ change: ExternalChange, _ asked: Int) {
    isLooking = false
    let isStale = asked != version || ownWork > 0
    if !isStale {
      if isNews(change) { onChange(change) }
    }
    if isStale || mustLookAgain {
      mustLookAgain = false
      look()
    }
  }

  /// Tells a change once: hints go on as long as the other program works.
  private func isNews(_ change: ExternalChange) -> Bool {
    let (kind, fingerprint): (Int, Fingerprint?) =
      switch change {
      case .unchanged: (0, nil)
      case .touched(let file): (1, file.fingerprint)
      case .changed(let found): (2, found.file.fingerprint)
      case .gone: (3, nil)
      case .replaced: (4, nil)
      case .unreadable: (5, nil)
      }
    defer { (reportedKind, reported) = (kind, fingerprint) }
    // What is as it was is news only after something else.
    return kind != (reportedKind ?? 0) || fingerprint != reported
  }
}
