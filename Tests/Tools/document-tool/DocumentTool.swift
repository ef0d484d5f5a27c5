import Documents
import GLibKit
import Glibc
import TextModel

/// Runs the application's own loading, saving, drafts and file operations from the command line, without a display, so that
/// faults can be injected from outside. For tests; never installed.
@main
struct DocumentTool {
  private static let usage = """
    usage: document-tool COMMAND…
      load PATH                  says what PATH is
      save PATH                  loads PATH, then saves standard input over it
      create PATH                saves standard input as a new file
      resave PATH [ENCODING]     loads PATH and saves it again
      edit PATH OLD NEW          loads PATH, replaces the first OLD by NEW, saves
      rename PATH NAME           move PATH FOLDER            duplicate PATH            trash PATH
      compare PATH PATH          says how many lines and words differ, and how long finding out took
      recover                    clears up after a crash; says what it offers
      draft ID [PATH]            keeps standard input as a draft, on top of PATH, and a session
      type ID RATE SECONDS KB    types RATE characters a second into a text of KB, with drafts; says what it has typed
      drafts                     says which drafts there are
      versions PATH COUNT        saves COUNT numbered versions, saying each when it is durable
      compete PATH COUNT TAG     saves COUNT versions against others who do the same
    Succeeds with 0; a refusal prints "error: KIND" and exits with 1.
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else { stop(usage, 64) }
    let command = arguments.removeFirst()
    do {
      switch (command, arguments.count) {
      case ("load", 1): try load(FilePath(arguments[0]))
      case ("save", 1): try save(FilePath(arguments[0]))
      case ("create", 1): report(try Saver(state: .standard).save(standardInput(), to: FilePath(arguments[0]), over: .newFile))
      case ("resave", 1...2): try resave(FilePath(arguments[0]), arguments.count == 2 ? arguments[1] : nil)
      case ("edit", 3): try edit(FilePath(arguments[0]), arguments[1], arguments[2])
      case ("rename", 2): report(try DocumentOperations(state: .standard).rename(open(arguments[0]), to: DocumentName(arguments[1])))
      case ("move", 2): report(try DocumentOperations(state: .standard).move(open(arguments[0]), into: FilePath(arguments[1])))
      case ("duplicate", 1):
        let document = try Loader().load(FilePath(arguments[0]))
        report(try DocumentOperations(state: .standard).duplicate(document.text.bytes(in: document.text.range), of: document.file))
      case ("trash", 1):
        let path = arguments[0]
        try MainActor.assumeIsolated { try trash(path) }
      case ("compare", 2): try compare(FilePath(arguments[0]), FilePath(arguments[1]))
      case ("recover", 0): recover()
      case ("draft", 1...2): try draft(arguments[0], arguments.count == 2 ? arguments[1] : nil)
      case ("type", 4): try Typing(arguments).run()
      case ("drafts", 0): drafts()
      case ("versions", 2): try Versions(FilePath(arguments[0]), count: Int(arguments[1]) ?? 1).run()
      case ("compete", 3): try Competition(FilePath(arguments[0]), count: Int(arguments[1]) ?? 1, tag: arguments[2]).run()
      default: stop(usage, 64)
      }
    } catch {
      stop("error: \(error)", 1)
    }
  }

  private static func stop(_ message: String, _ status: Int32) -> Never {
    write(message + "\n", to: 2)
    exit(status)
  }

  private static func report(_ file: DocumentFile) {
    say("saved \(file.path) \(hexadecimal(file.fingerprint.digest.bytes))")
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  static func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(0, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func open(_ path: String) throws -> DocumentFile { try Loader().load(FilePath(path), allowingLarge: true).file }

  /// The desktop's trash answers by the main loop.
  @MainActor
  private static func trash(_ path: String) throws {
    let file = try open(path)
    // As in the application: tasks on other threads than libdispatch's, which trap where a call of their own is made to fail.
    MainLoop.installTaskPool()
    MainLoop.installMainActor()
    var fault: OperationError?
    var isDone = false
    Task {
      do throws(OperationError) { try await DocumentOperations(state: .standard).trash(file) } catch { fault = error }
      isDone = true
    }
    while !isDone { MainLoop.turn(mayBlock: true) }
    if let fault { throw fault }
    say("trashed \(file.path)")
  }

  private static func load(_ path: FilePath) throws {
    let document = try Loader().load(path)
    say("\(document.access) \(document.file.encoding.name) mark:\(document.file.encoding.hasMark)")
    say("lines:\(document.traits.lineCount) longest:\(document.traits.longestLine) marks:\(document.traits.longestMarkRun)")
    say("likely:\(document.likelyEncodings.map(\.name))")
  }

  private static func save(_ path: FilePath) throws {
    let document = try Loader().load(path)
    report(try Saver(state: .standard).save(standardInput(), to: path, encoding: document.file.encoding, over: .document(document.file)))
  }

  private static func resave(_ path: FilePath, _ encoding: String?) throws {
    let document = try Loader().load(path, as: encoding.map { FileEncoding(.legacy($0)) })
    guard document.isEditable else { stop("read-only: \(document.access)", 2) }
    report(
      try Saver(state: .standard).save(
        document.text.bytes(in: document.text.range), to: path, encoding: document.file.encoding, over: .document(document.file)))
  }

  private static func edit(_ path: FilePath, _ old: String, _ new: String) throws {
    let document = try Loader().load(path)
    guard document.isEditable else { stop("read-only: \(document.access)", 2) }
    let text = document.text.bytes(in: document.text.range)
    let goal = Array(old.utf8)
    guard let place = text.indices.first(where: { text[$0...].starts(with: goal) }) else { stop("error: \(old) is not in the text", 1) }
    let edited = text[..<place] + Array(new.utf8) + text[(place + goal.count)...]
    report(try Saver(state: .standard).save(Array(edited), to: path, encoding: document.file.encoding, over: .document(document.file)))
  }

  private static func compare(_ old: FilePath, _ new: FilePath) throws {
    let old = try Loader().load(old, allowingLarge: true).text
    let new = try Loader().load(new, allowingLarge: true).text
    let clock = ContinuousClock.now
    let difference = LineDifference(from: old, to: new)
    let lines = ContinuousClock.now - clock
    let plan = difference.plan()
    say("\(difference.changes.count) changes in \(lines), \(plan.replacements.count) replacements in \(ContinuousClock.now - clock)")
    if plan.applied(to: old) != new { stop("error: the plan does not lead there", 1) }
  }

  private static func recover() {
    for save in SaveRecovery(state: .standard).run() {
      say("interrupted \(save.path) \(hexadecimal(Digest(of: save.bytes).bytes))")
    }
  }

  private static func draft(_ name: String, _ path: String?) throws {
    guard let id = Draft.ID(kept: name) else { stop("error: \(name) is no draft's name", 64) }
    let trouble = Trouble()
    let keeper = DraftKeeper(id: id, in: .standard) { trouble.note($0) }
    keeper.note(ChunkedText(utf8: standardInput()), file: try path.map { try open($0) }, selection: TextSelection(caret: .zero))
    keeper.flush()
    let session = SessionKeeper(in: .standard)
    session.note(Session(windows: [Session.Window(page: .document(file: path.map { FilePath($0) }, draft: id))]))
    session.flush()
    if let error = trouble.error { throw error }
    say("kept \(name)")
  }

  private static func drafts() {
    let claim = StateClaim.take()
    let findings = DraftStore(state: claim.folder).recover()
    for found in findings.drafts {
      let text = found.draft.text.bytes(in: found.draft.text.range)
      say("draft \(found.draft.id) \(text.count) \(hexadecimal(Digest(of: text).bytes)) damaged:\(found.isDamaged) \(situation(found))")
    }
    for path in findings.damaged { say("damaged \(path)") }
    switch SessionKeeper(in: claim.folder).read() {
    case .none: say("session none")
    case .damaged: say("session damaged")
    case .session(let session): say("session \(session.windows.count)")
    }
  }

  private static func situation(_ found: RecoveredDraft) -> String {
    switch found.situation {
    case .untitled: "untitled"
    case .unchanged: "unchanged"
    case .changed: "changed"
    case .missing: "missing"
    case .unreadable: "unreadable"
    }
  }
}

/// Says a line at once: a test that kills the program counts on what was said before.
func say(_ line: String) { write(line + "\n", to: 1) }

private func write(_ text: String, to descriptor: Int32) {
  let bytes = Array(text.utf8)
  _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
}
