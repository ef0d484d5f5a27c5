internal import Dispatch
internal import Synchronization
import TextModel

/// Keeps the unsaved text of one open document on disk while it is being written.
///
/// At most two seconds of typing are ever at risk, pause or not: the first change after a rest is written at once, the next
/// ones once a second, away from the main thread, from snapshots that cost nothing to take.
public final class DraftKeeper: Sendable {
  public let id: Draft.ID
  private let store: DraftOnDisk
  private let writer: PacedWriter<Content>

  private enum Content: Sendable {
    case text(Draft)
    /// Nothing is unsaved: there is to be no draft.
    case nothing
  }

  /// Counts the removals that are under way.
  private static let removals = DispatchGroup()

  /// - Parameters:
  ///   - id: a new name, or that of the draft which the document was recovered from.
  ///   - onTrouble: is called, on a thread of its own, with the cause when drafts cannot be kept and with `nil` when they can
  ///     again: the person should know that unsaved text is not safe.
  public init(
    id: Draft.ID = Draft.ID(), in state: StateFolder, calls: SystemCalls = SystemCalls(),
    onTrouble: @escaping @Sendable (SystemError?) -> Void = { _ in }
  ) {
    self.id = id
    let store = DraftOnDisk(DraftFile(id: id, folder: state.drafts, calls: calls), onTrouble)
    self.store = store
    writer = PacedWriter(label: "drafts", interval: 1) { content in
      switch content {
      case .text(let draft): return store.write(draft)
      case .nothing:
        store.remove()
        return true
      }
    }
  }

  /// Takes the text of this moment; call it at every change of text, caret or file while the document is modified. O(1).
  public func note(_ text: ChunkedText, file: DocumentFile?, goal: FilePath? = nil, selection: TextSelection) {
    writer.note(.text(Draft(id: id, file: file, goal: goal, text: text, selection: selection)))
  }

  /// Writes what is not yet on disk and returns when it is: before the program ends. Blocks for one write at most.
  ///
  /// - Returns: why the newest text is not on disk; nil when it is.
  @discardableResult
  public func flush() -> SystemError? {
    writer.flush()
    return store.confirm()
  }

  /// Writes what is not yet on disk, away from the caller's actor, and returns when it is there.
  public func settle() async {
    await BlockingWork.run { _ = self.flush() }
  }

  /// Removes the draft: after a save that was reported as done, or when the person discards the text. Later notes start anew.
  ///
  /// Returns at once: a draft that is being written to a slow disk must not hold the window up. `finishRemovals` waits.
  public func discard() {
    writer.note(.nothing)
    Self.removals.enter()
    writer.hurry { Self.removals.leave() }
  }

  /// Returns when all drafts are gone that were to be removed: before the program ends. Blocks for as long as the disk takes.
  public static func finishRemovals() { removals.wait() }
}

/// Gives one draft's files to one thread at a time.
private final class DraftOnDisk: Sendable {
  private struct State {
    var file: DraftFile
    var trouble: SystemError?
  }

  private let state: Mutex<State>
  private let onTrouble: @Sendable (SystemError?) -> Void

  init(_ file: sending DraftFile, _ onTrouble: @escaping @Sendable (SystemError?) -> Void) {
    state = Mutex(State(file: file))
    self.onTrouble = onTrouble
  }

  func write(_ draft: Draft) -> Bool {
    work { (file) throws(SystemError) in try file.write(draft) } == nil
  }

  /// Looks whether what was written last is on disk, and answers why it is not.
  func confirm() -> SystemError? {
    // What could not be written waits with the writer, newer than what could.
    if let trouble = state.withLock({ $0.trouble }) { return trouble }
    return work { (file) throws(SystemError) in try file.confirm() }
  }

  private func work(_ body: (inout DraftFile) throws(SystemError) -> Void) -> SystemError? {
    let (failure, isNews) = state.withLock { state -> (SystemError?, Bool) in
      var failure: SystemError?
      do throws(SystemError) { try body(&state.file) } catch { failure = error }
      defer { state.trouble = failure }
      return (failure, (state.trouble == nil) != (failure == nil))
    }
    if isNews { onTrouble(failure) }
    return failure
  }

  func remove() {
    let isNews = state.withLock { state in
      try? state.file.remove()
      defer { state.trouble = nil }
      return state.trouble != nil
    }
    // Nothing is unsafe where nothing is unsaved.
    if isNews { onTrouble(nil) }
  }
}
