internal import Synchronization
import TextModel

/// Keeps the unsaved text of one open document on disk while it is being written.
///
/// At most two seconds of typing are ever at risk, pause or not: the first change after a rest is written at once, the next
/// ones once a second, away from the main thread, from snapshots that cost nothing to take.
public final class DraftKeeper: Sendable {
  public let id: Draft.ID
  private let store: DraftOnDisk
  private let writer: PacedWriter<Draft>

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
    writer = PacedWriter(label: "drafts", interval: 1) { store.write($0) }
  }

  /// Takes the text of this moment; call it at every change of text, caret or file while the document is modified. O(1).
  public func note(_ text: ChunkedText, file: DocumentFile?, goal: FilePath? = nil, selection: TextSelection) {
    writer.note(Draft(id: id, file: file, goal: goal, text: text, selection: selection))
  }

  /// Writes what is not yet on disk and returns when it is: before the program ends. Blocks for one write at most.
  ///
  /// - Returns: why the newest text is not on disk; nil when it is.
  @discardableResult
  public func flush() -> SystemError? {
    writer.flush()
    return store.trouble
  }

  /// Writes what is not yet on disk, away from the caller's actor, and returns when it is there.
  public func settle() async {
    await BlockingWork.run { _ = self.flush() }
  }

  /// Removes the draft: after a save that was reported as done, or when the person discards the text. Later notes start anew.
  public func discard() {
    writer.cancel { store.remove() }
  }
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
    let (failure, isNews) = state.withLock { state -> (SystemError?, Bool) in
      var failure: SystemError?
      do throws(SystemError) { try state.file.write(draft) } catch { failure = error }
      defer { state.trouble = failure }
      return (failure, (state.trouble == nil) != (failure == nil))
    }
    if isNews { onTrouble(failure) }
    return failure == nil
  }

  /// Why the last text could not be written; nil when it could.
  var trouble: SystemError? { state.withLock { $0.trouble } }

  func remove() {
    state.withLock { try? $0.file.remove() }
  }
}
