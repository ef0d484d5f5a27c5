import CSystem
import Glibc
import Synchronization
import TextModel
import Testing

@testable import Documents

struct OperationsTests {
  private let folder = TemporaryFolder()
  private var operations: DocumentOperations { DocumentOperations(state: folder.state) }

  private func open(_ path: FilePath) throws -> DocumentFile { try Loader().load(path).file }

  @Test func renamesAndNeverOverwrites() throws {
    let file = try open(folder.write("text", "a.md"))
    folder.write("other", "b.md")
    #expect(throws: OperationError.exists(folder.file("b.md"))) { try operations.rename(file, to: DocumentName("b.md")) }
    #expect(folder.text(folder.file("b.md")) == "other")
    let renamed = try operations.rename(file, to: DocumentName("Übersicht.md"))
    #expect(renamed.path == folder.file("Übersicht.md"))
    #expect(folder.names() == ["b.md", "Übersicht.md"])
    // The document stands on the same contents: saving asks nothing.
    _ = try Saver(state: folder.state).save("more".bytes, to: renamed.path, over: .document(renamed))
    #expect(folder.text(renamed.path) == "more")
  }

  @Test func renamesOnlyTheCase() throws {
    let file = try open(folder.write("text", "note.md"))
    #expect(try operations.rename(file, to: DocumentName("Note.md")).path == folder.file("Note.md"))
    #expect(folder.names() == ["Note.md"])
    // Two names that differ in case are two files here.
    folder.write("other", "note.md")
    #expect(throws: OperationError.exists(folder.file("note.md"))) {
      try operations.rename(try open(folder.file("Note.md")), to: DocumentName("note.md"))
    }
    // Two hard links that differ in case are two names.
    link(folder.file("Note.md").description, folder.file("NOTE.md").description)
    #expect(throws: OperationError.exists(folder.file("NOTE.md"))) {
      try operations.rename(try open(folder.file("Note.md")), to: DocumentName("NOTE.md"))
    }
  }

  @Test func finishesACaseRenameThatACrashCutShort() throws {
    folder.write("text", ".masthead-between")
    var record = StateRecord(kind: CaseRename.kind)
    record[path: "between"] = folder.file(".masthead-between")
    record[path: "new"] = folder.file("Note.md")
    try SaveTrace(record, in: folder.state, calls: SystemCalls(), durably: true).keep()
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.names() == ["Note.md"])
    #expect(folder.leftovers.isEmpty)
  }

  @Test func renamesTheLinkAndNotItsTarget() throws {
    folder.write("text", "target.md")
    symlink("target.md", folder.file("link.md").description)
    let renamed = try operations.rename(try open(folder.file("link.md")), to: DocumentName("other.md"))
    #expect(renamed.target == folder.file("target.md"))
    #expect(folder.names() == ["other.md", "target.md"])
    #expect(folder.status(renamed.path).kind == .link)
  }

  @Test func keepsALinkLeadingWhereItLed() throws {
    folder.write("text", "target.md")
    symlink("target.md", folder.file("link.md").description)
    mkdir(folder.file("sub").description, 0o755)
    let moved = try operations.move(try open(folder.file("link.md")), into: folder.file("sub"))
    #expect(folder.text(moved.path) == "text")
    #expect(folder.status(moved.path).kind == .link)
    #expect(folder.names() == ["sub", "target.md"])
  }

  @Test func saysWhatIsWrong() throws {
    let file = try open(folder.write("text", "a.md"))
    #expect(throws: OperationError.badName(.containsSlash)) { try operations.rename(file, to: DocumentName("b/c.md")) }
    #expect(throws: OperationError.folderMissing(folder.file("no"))) { try operations.move(file, into: folder.file("no")) }
    unlink(file.path.description)
    #expect(throws: OperationError.gone(file.path)) { try operations.rename(file, to: DocumentName("b.md")) }
    #expect(throws: OperationError.sandboxed("/run/user/1000/doc/ab12/a.md")) {
      let portal = DocumentFile(
        path: "/run/user/1000/doc/ab12/a.md", target: "/run/user/1000/doc/ab12/a.md", encoding: .utf8, fingerprint: file.fingerprint)
      return try operations.rename(portal, to: DocumentName("b.md"))
    }
  }

  /// Each system call of a move to another file system fails once, with each cause.
  @Test(.enabled(if: isOtherFileSystem), arguments: [ENOSPC, EIO, EACCES])
  func losesNothingOnTheWayToAnotherFileSystem(code: Int32) throws {
    var index = 0
    while true {
      let goal = FilePath("/dev/shm/masthead-move-\(getpid())-\(code)-\(index)")
      mkdir(goal.description, 0o755)
      defer {
        unlink(goal.appending("a.md").description)
        rmdir(goal.description)
      }
      let source = folder.write("text", "a.md", mode: 0o640)
      let file = try open(source)
      let fault = Fault()
      let calls = fault.calls(failing: index, with: code, among: Set(SystemCalls.Call.allCases))
      let result = Result { try DocumentOperations(state: folder.state, calls: calls).move(file, into: goal) }
      if fault.total <= index { break }
      let step = "call \(index), \(fault.sequence.last!)"
      #expect(folder.text(source) == "text" || folder.text(goal.appending("a.md")) == "text", "\(step)")
      if case .success(let moved) = result {
        #expect(moved.path == goal.appending("a.md"))
        #expect(folder.text(moved.path) == "text", "\(step)")
      } else {
        #expect(folder.text(source) == "text", "\(step)")
      }
      _ = SaveRecovery(state: folder.state).run()
      #expect(folder.names(in: goal).allSatisfy { $0 == "a.md" }, "\(step)")
      index += 1
    }
    #expect(index > 15)
  }

  private static let isOtherFileSystem: Bool = {
    let (one, two) = (try? SystemCalls().status(of: "/dev/shm"), try? SystemCalls().status(of: "/tmp"))
    return one != nil && one?.device != two?.device && access("/dev/shm", W_OK) == 0
  }()

  @Test func duplicatesWithFreeNames() throws {
    let file = try open(folder.write("saved", "notes.md", mode: 0o600))
    let copy = try operations.duplicate("unsaved".bytes, of: file)
    #expect(copy.path == folder.file("notes (copy).md"))
    #expect(folder.text(copy.path) == "unsaved")
    #expect(folder.status(copy.path).mode == 0o600)
    #expect(try operations.duplicate("x".bytes, of: file).path == folder.file("notes (copy 2).md"))
    #expect(folder.text(file.path) == "saved")
    let long = try open(folder.write("x", FilePath(String(repeating: "漢", count: 84) + ".md")))
    #expect(try operations.duplicate("x".bytes, of: long).path.nameBytes.count <= 255)
  }

  /// Bar item 11: names × create, rename, save under.
  @Test func survivesEveryName() throws {
    let bad = [
      "", ".", "..", "a/b.md", "/", "a\0b", String(repeating: "a", count: 256), String(repeating: "я", count: 128),
      String(repeating: "漢", count: 86), String(repeating: "😀", count: 64), String(repeating: "漢", count: 300),
    ]
    let good = [
      String(repeating: "a", count: 255), String(repeating: "я", count: 127), String(repeating: "漢", count: 85),
      String(repeating: "😀", count: 63), "-rf", "--help", ".hidden", " leading", "trailing ", "trailing.", "...", "a\nb", "a\tb",
      "a\u{202E}dm.exe", "\u{200F}x", "CON", "con.md", "COM1", "a:b", "%2f", "%00", "#", "?", "&", "a?b", "a*b", "<>", "|", "\\",
      "\"", "'", "`", "$HOME", "$(id)", ";", "~", "é", "e\u{301}", "\u{1}", "\u{7F}", "\u{FEFF}a", "a\u{2028}b", "ﬁ", "İ", "ß", "👨‍👩‍👧",
      "名前.md", "a.md~", "#a#", "a b c",
    ]
    #expect(Set(bad).count + good.count >= 60)
    for name in bad {
      #expect(DocumentName(name).fault != nil, "\(name)")
      let file = try open(folder.write("text", "source.md"))
      #expect(throws: OperationError.self, "\(name)") { try operations.rename(file, to: DocumentName(name)) }
      #expect(folder.text(folder.file("source.md")) == "text")
    }
    // "é" in two spellings: two files, and the person is warned.
    #expect(DocumentName("e\u{301}").doubts(beside: ["é"]).contains(.looksLike("é")))
    for name in good {
      #expect(DocumentName(name).fault == nil)
      let path = folder.file(FilePath(name))
      _ = try Saver(state: folder.state).save("created".bytes, to: path, over: .newFile)
      #expect(throws: SaveError.exists(path)) { try Saver(state: folder.state).save("again".bytes, to: path, over: .newFile) }
      #expect(folder.text(path) == "created")
      let file = try open(folder.write("text", "source.md"))
      #expect(throws: OperationError.exists(path)) { try operations.rename(file, to: DocumentName(name)) }
      unlink(path.description)
      let renamed = try operations.rename(file, to: DocumentName(name))
      #expect(renamed.path == path)
      _ = try Saver(state: folder.state).save("saved".bytes, to: path, over: .document(renamed))
      #expect(folder.text(path) == "saved")
    }
    #expect(folder.leftovers.isEmpty)
    #expect(folder.names().count == good.count)
  }

  @Test(arguments: [
    ("Meeting notes", "Meeting notes.md"), ("  a/b\nc ", "a-b c.md"), ("..hidden", "hidden.md"), ("--force", "force.md"),
    (String(repeating: "漢", count: 300), String(repeating: "漢", count: 40) + ".md"), ("end.", "end.md"),
  ])
  func proposesNamesThatCanBeHad(heading: String, expected: String) {
    let name = DocumentName.proposal(from: heading, ending: ".md")
    #expect(name?.text == expected)
    #expect(name?.fault == nil)
  }

  @Test func proposesNothingForNothing() {
    #expect(DocumentName.proposal(from: " \n", ending: ".md") == nil)
    #expect(DocumentName.proposal(from: "...", ending: ".md") == nil)
  }

  @Test func knowsDoubts() {
    #expect(DocumentName("-a.").doubts() == [.startsWithDash, .endsWithDot])
    #expect(DocumentName(".a ").doubts() == [.startsWithDot, .startsOrEndsWithBlank])
    #expect(DocumentName("a\u{202E}b").doubts() == [.containsDirectionControl])
    #expect(DocumentName("CON.md").doubts() == [.impossibleOnWindows])
    #expect(DocumentName("a:b").doubts() == [.impossibleOnWindows])
    #expect(DocumentName("Größe.md").doubts(beside: ["Größe.md", "other.md"]).isEmpty)
  }

  @Test func writesAndReadsAddresses() {
    let path = FilePath(bytes: Array("/a b/%ü#".utf8) + [0xFF])
    #expect(path.address == "file:///a%20b/%25%C3%BC%23%FF")
    #expect(FilePath(address: path.address) == path)
    #expect(FilePath(address: "file://localhost/a") == "/a")
    #expect(FilePath(address: "file://elsewhere/a") == nil)
    #expect(FilePath(address: "https://a/b") == nil)
    #expect(FilePath(address: "file:///a%00b") == nil)
    #expect(FilePath(address: "file:///a%2") == nil)
  }

  @Test func pathsFollowTheirFolder() {
    #expect(FilePath("/a/b/c.md").isInside("/a/b"))
    #expect(FilePath("/a/b/c.md").isInside("/"))
    #expect(FilePath("/a/b/c.md").isInside("/a/b/"))
    #expect(!FilePath("/a/bc.md").isInside("/a/b"))
    #expect(!FilePath("/a/b").isInside("/a/b"))
    #expect(FilePath("/a/b/c.md").following("/a/b", to: "/x") == "/x/c.md")
    #expect(FilePath("/a/b/d/c.md").following("/a/b", to: "/") == "/d/c.md")
    #expect(FilePath("/a/b").following("/a/b", to: "/x") == "/x")
    #expect(FilePath("/a/bc.md").following("/a/b", to: "/x") == "/a/bc.md")
    var recent = RecentDocuments()
    for path: FilePath in ["/old/a.md", "/new/b.md", "/old/b.md", "/older/c.md"] { recent.note(.init(path: path, opened: 1)) }
    recent.rename("/old", to: "/new")
    #expect(recent.entries.map(\.path) == ["/older/c.md", "/new/b.md", "/new/a.md"])
  }

  @Test func remembersRecentDocuments() {
    var recent = RecentDocuments()
    for number in 0..<120 { recent.note(.init(path: FilePath("/\(number)"), opened: Int64(number))) }
    #expect(recent.entries.count == 100)
    recent.note(.init(path: "/50", opened: 500, selection: TextSelection(caret: TextOffset(7))))
    #expect(recent.entries.count == 100)
    #expect(recent.entries[0].path == "/50")
    recent.rename("/119", to: "/new")
    #expect(recent.entries[1].path == "/new")
    recent.remove("/118")
    let store = RecentStore(in: folder.state)
    store.note(recent)
    store.flush()
    #expect(RecentStore(in: folder.state).read() == recent)
    folder.writeState([1, 2, 3], folder.state.path.appending("recent"))
    #expect(store.read().entries.isEmpty)
  }
}
