import TextModel

/// Keeps the session on disk, so that windows come back after a quit and after a crash.
public final class SessionKeeper: Sendable {
  /// Says what a start finds of the last session.
  public enum Findings: Sendable, Equatable {
    case none
    case session(Session)
    /// It was there and could not be read; it was set aside. The drafts do not depend on it.
    case damaged
  }

  private let file: StateFile
  private let writer: PacedWriter<Session>

  public init(in state: StateFolder, calls: SystemCalls = SystemCalls()) {
    let file = StateFile(path: state.path.appending("session"), calls: calls)
    self.file = file
    writer = PacedWriter(label: "session", interval: 1) { session in
      (try? file.write(session.encoded())) != nil
    }
  }

  /// Reads the last session. Blocks, for a small file.
  public func read() -> Findings {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard let found = try file.read(file.path) else { return .none }
      bytes = found
    } catch {
      return .damaged
    }
    if let session = Session(bytes) { return .session(session) }
    try? file.calls.rename(file.path, FilePath(bytes: file.path.bytes + Array(".damaged".utf8)))
    return .damaged
  }

  /// Takes the session of this moment; it is on disk within two seconds. O(1).
  public func note(_ session: Session) {
    writer.note(session)
  }

  /// Writes what is not yet on disk and returns when it is. Blocks for one write at most.
  public func flush() {
    writer.flush()
  }
}
