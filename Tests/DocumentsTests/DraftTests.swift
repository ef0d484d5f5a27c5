import Glibc
import RandomTexts
import Synchronization
import TextModel
import Testing

@testable import Documents

struct DraftTests {
  private let folder = TemporaryFolder()
  private var store: DraftStore { DraftStore(state: folder.state) }

  private func file(_ id: Draft.ID) -> DraftFile { DraftFile(id: id, folder: folder.state.drafts, calls: SystemCalls()) }

  /// Is long enough for a journal.
  private static let long = ChunkedText(utf8: Array(String(repeating: "All work and no play. Größe\n", count: 50_000).utf8))

  @Test func comesBackWithFileAndSelection() throws {
    let path = folder.write("one", "a.md")
    let base = try Loader().load(path).file
    let selection = TextSelection(anchor: TextOffset(1), head: TextOffset(3))
    let draft = Draft(id: Draft.ID(), file: base, goal: folder.file("b.md"), text: "one two", selection: selection)
    var kept = file(draft.id)
    try kept.write(draft)
    #expect(store.recover() == .init(drafts: [RecoveredDraft(draft: draft, situation: .unchanged, isDamaged: false)]))
    try kept.remove()
    #expect(store.recover() == .init())
    #expect(folder.names(in: folder.state.drafts).isEmpty)
  }

  @Test func saysWhatBecameOfTheFile() throws {
    let path = folder.write("one", "a.md")
    let draft = Draft(id: Draft.ID(), file: try Loader().load(path).file, text: "mine")
    var kept = file(draft.id)
    try kept.write(draft)
    #expect(store.recover().drafts.first?.situation == .unchanged)
    folder.write("theirs", "a.md")
    guard case .changed(let found)? = store.recover().drafts.first?.situation else {
      Issue.record("not noticed")
      return
    }
    #expect(found.fingerprint.digest == Digest(of: "theirs".bytes))
    // Not UTF-8 any more is changed, too.
    folder.write([0xFF, 0xFE, 0x00], "a.md")
    guard case .changed? = store.recover().drafts.first?.situation else {
      Issue.record("not noticed")
      return
    }
    unlink(path.description)
    #expect(store.recover().drafts.first?.situation == .missing)
    #expect(store.recover().drafts.first?.draft.text == "mine")
    #expect(folder.names().isEmpty)
    // The save had ended before the draft could be removed.
    folder.write("mine", "a.md")
    #expect(store.recover() == .init())
  }

  @Test func keepsLongTextsByTheirEdits() throws {
    let id = Draft.ID()
    var kept = file(id)
    var text = Self.long
    try kept.write(Draft(id: id, file: nil, text: text))
    var random = SeededGenerator(seed: 1)
    for step in 0..<40 {
      let lower = text.boundary(atOrBefore: TextOffset(Int.random(in: 0...text.count, using: &random)))
      let upper = text.boundary(atOrAfter: min(lower + Int.random(in: 0...40, using: &random), text.end))
      text.replace(TextRange(lower, upper), with: "«\(step)» \r\n")
      let selection = TextSelection(caret: lower)
      try kept.write(Draft(id: id, file: nil, text: text, selection: selection))
      #expect(store.draft(id) == Draft(id: id, file: nil, text: text, selection: selection))
    }
    let journal = folder.state.drafts.appending(FilePath(id.name + ".journal"))
    #expect(folder.status(journal).size < 20_000)
    // Back under the limit, the journal goes.
    try kept.write(Draft(id: id, file: nil, text: "short"))
    #expect(store.draft(id)?.text == "short")
    #expect(folder.names(in: folder.state.drafts) == [id.name])
  }

  @Test func compactsAJournalThatOutgrowsTheText() throws {
    let id = Draft.ID()
    var kept = file(id)
    for step in 0..<6 {
      let text = ChunkedText(utf8: [UInt8](repeating: UInt8(0x61 + step), count: 1_200_000))
      try kept.write(Draft(id: id, file: nil, text: text))
      #expect(store.draft(id)?.text == text)
    }
    let journal = folder.state.drafts.appending(FilePath(id.name + ".journal"))
    #expect(folder.read(journal).map { $0.count < 5_000_000 } ?? true)
  }

  @Test func losesOnlyTheEntryThatACrashCutOff() throws {
    let id = Draft.ID()
    var kept = file(id)
    var versions = [Self.long]
    try kept.write(Draft(id: id, file: nil, text: Self.long))
    for step in 1...3 {
      versions.append(versions[step - 1].replacing(TextRange(0..<0), with: "edit \(step)\n"))
      try kept.write(Draft(id: id, file: nil, text: versions[step]))
    }
    let journal: FilePath = folder.state.drafts.appending(FilePath(id.name + ".journal"))
    let bytes = try #require(folder.read(journal))
    for cut in stride(from: 0, to: bytes.count, by: 7) {
      truncate(journal.description, off_t(cut))
      let (draft, isDamaged) = file(id).read()
      #expect(versions.dropLast().contains { $0 == draft?.text })
      #expect(!isDamaged)
      folder.writeState(bytes, journal)
    }
  }

  /// Flips bits, cuts and fills with NULs at random places: the start goes on, other drafts come back, and what comes back is a
  /// text that was once there.
  @Test func survivesDamageAnywhere() throws {
    var random = SeededGenerator(seed: 7)
    let other = Draft(id: Draft.ID(), file: nil, text: "untouched")
    var otherFile = file(other.id)
    try otherFile.write(other)
    let id = Draft.ID()
    var kept = file(id)
    var versions = [Self.long]
    try kept.write(Draft(id: id, file: nil, text: Self.long))
    for step in 1...4 {
      versions.append(versions[step - 1].replacing(TextRange(0..<0), with: "edit \(step)\n"))
      try kept.write(Draft(id: id, file: nil, text: versions[step]))
    }
    let paths = [folder.state.drafts.appending(FilePath(id.name)), folder.state.drafts.appending(FilePath(id.name + ".journal"))]
    let originals = try paths.map { try #require(folder.read($0)) }
    var told = 0
    for round in 0..<60 {
      let which = round % 2
      var bytes = originals[which]
      let place = Int.random(in: 0..<(which == 0 && round % 4 == 0 ? 300 : bytes.count), using: &random)
      switch round % 3 {
      case 0: bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      case 1: bytes = Array(bytes[..<place])
      default: for index in place..<min(place + 512, bytes.count) { bytes[index] = 0 }
      }
      folder.writeState(bytes, paths[which])
      let findings = store.recover()
      #expect(findings.drafts.contains { $0.draft == other })
      if let found = findings.drafts.first(where: { $0.draft.id == id }) {
        #expect(versions.contains(found.draft.text), "round \(round)")
        if found.draft.text != versions[4] && round % 3 != 1 { #expect(found.isDamaged, "round \(round)") }
        told += found.isDamaged ? 1 : 0
      } else {
        #expect(findings.damaged.count == 1, "round \(round)")
        told += 1
      }
      for (path, original) in zip(paths, originals) { folder.writeState(original, path) }
      unlink(findings.damaged.first?.description ?? "")
    }
    #expect(told > 20)
  }

  @Test func keepsTheDraftBeforeWhenWritingFails() throws {
    for index in 0..<12 {
      let id = Draft.ID()
      var first = file(id)
      try first.write(Draft(id: id, file: nil, text: "before"))
      let fault = Fault()
      var failing = DraftFile(
        id: id, folder: folder.state.drafts,
        calls: fault.calls(failing: index, with: ENOSPC, among: [.open, .write, .fsync, .close, .rename]))
      let failure = Result { try failing.write(Draft(id: id, file: nil, text: "after")) }
      let text = store.draft(id)?.text
      if case .success = failure { #expect(text == "after") } else { #expect(text == "before" || text == "after") }
      store.discard(id)
    }
  }

  @Test func noticesWhatIsTypedWithinTwoSeconds() async throws {
    let keeper = DraftKeeper(in: folder.state)
    var text: ChunkedText = ""
    for step in 0..<12 {
      text = text.replacing(TextRange(at: text.end), with: "key \(step) ")
      keeper.note(text, file: nil, selection: TextSelection(caret: text.end))
      try await Task.sleep(for: .milliseconds(150))
      // Three seconds after the first key the draft is no older than two.
      if step == 11 {
        let kept = try #require(store.draft(keeper.id)?.text)
        #expect(text.count - kept.count < 14 * 8)
        #expect(kept.count > 0)
      }
    }
    try await Task.sleep(for: .milliseconds(1_900))
    #expect(store.draft(keeper.id)?.text == text)
    keeper.discard()
    keeper.flush()
    #expect(store.draft(keeper.id) == nil)
    keeper.note("again", file: nil, selection: TextSelection(caret: .zero))
    keeper.flush()
    #expect(store.draft(keeper.id)?.text == "again")
  }

  @Test("Drafts of 10 MB hold the typist up for no moment: they are written elsewhere, from snapshots")
  func noStall() async throws {
    let keeper = DraftKeeper(in: folder.state)
    var text = ChunkedText(utf8: [UInt8](repeating: UInt8(ascii: "."), count: 10 << 20))
    var longest = Duration.zero
    for key in 0..<250 {
      let clock = ContinuousClock.now
      text.replace(TextRange(at: TextOffset(key * 40_000)), with: "x")
      keeper.note(text, file: nil, selection: TextSelection(caret: text.end))
      longest = max(longest, ContinuousClock.now - clock)
      try await Task.sleep(for: .milliseconds(10))
    }
    print("drafts of 10 MB: the longest a key waited was \(longest)")
    keeper.flush()
    #expect(store.draft(keeper.id)?.text == text)
    // The figure is 16 ms.
    #expect(longest < .milliseconds(160))
  }

  @Test("Giving a draft up waits for no disk, but ending the program does")
  func discardsAwayFromTheCaller() async throws {
    let isSlow = Mutex(true)
    let calls = SystemCalls { call, _ in
      if call == .fsync, isSlow.withLock({ $0 }) { usleep(1_000_000) }
      return .proceed
    }
    let keeper = DraftKeeper(in: folder.state, calls: calls)
    keeper.note("text", file: nil, selection: TextSelection(caret: .zero))
    try await Task.sleep(for: .milliseconds(100))
    let clock = ContinuousClock.now
    keeper.discard()
    #expect(ContinuousClock.now - clock < .milliseconds(500))
    isSlow.withLock { $0 = false }
    DraftKeeper.finishRemovals()
    #expect(store.draft(keeper.id) == nil)
  }

  @Test("A draft whose folder somebody has emptied is written anew", arguments: [10, DraftFile.wholeLimit + 10])
  func comesBackAfterItsFolderWasEmptied(size: Int) throws {
    let keeper = DraftKeeper(in: folder.state)
    let start = ChunkedText(utf8: [UInt8](repeating: UInt8(ascii: "x"), count: size))
    func write(_ text: ChunkedText) {
      keeper.note(text, file: nil, selection: TextSelection(caret: .zero))
      #expect(keeper.flush() == nil)
    }
    // The second edit of a long text is one of its journal.
    for part in ["", "one", "two"] {
      let text = start.replacing(TextRange(at: .zero), with: part)
      write(text)
      for name in folder.names(in: folder.state.drafts) { unlink(folder.state.drafts.appending(FilePath(name)).description) }
      rmdir(folder.state.drafts.description)
      #expect(keeper.flush() == nil)
      #expect(store.draft(keeper.id)?.text == text, "nothing new was typed")
      for name in folder.names(in: folder.state.drafts) { unlink(folder.state.drafts.appending(FilePath(name)).description) }
      write(text.replacing(TextRange(at: text.end), with: "!"))
      #expect(store.draft(keeper.id)?.text == text.replacing(TextRange(at: text.end), with: "!"))
    }
  }

  @Test func tellsWhenDraftsCannotBeKept() async throws {
    let state = StateFolder(path: "/proc/no-such-folder/state")
    await confirmation { told in
      let keeper = DraftKeeper(in: state) { error in
        if error != nil { told() }
      }
      keeper.note("text", file: nil, selection: TextSelection(caret: .zero))
      keeper.flush()
    }
  }
}

struct StateClaimTests {
  private let folder = TemporaryFolder()

  @Test func givesEachInstanceItsOwnFolderAndTakesOverWhatIsLeft() throws {
    let first = StateClaim.take(folder.state)
    #expect(first.folder == folder.state)
    var second: StateClaim? = StateClaim.take(folder.state)
    let other = try #require(second?.folder)
    #expect(other != folder.state)
    let draft = Draft(id: Draft.ID(), file: nil, text: "of the second")
    var kept = DraftFile(id: draft.id, folder: other.drafts, calls: SystemCalls())
    try kept.write(draft)
    #expect(DraftStore(state: folder.state).recover().drafts.isEmpty)
    second = nil
    _ = consume first
    let third = StateClaim.take(folder.state)
    #expect(third.folder == folder.state)
    #expect(DraftStore(state: third.folder).recover().drafts.map(\.draft) == [draft])
  }

  @Test func startsWithoutAFolder() {
    #expect(StateClaim.take(StateFolder(path: "/proc/nowhere")).folder.path == "/proc/nowhere")
  }
}
