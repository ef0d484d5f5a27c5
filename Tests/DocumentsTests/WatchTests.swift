import Glibc
import Synchronization
import TextModel
import Testing

@testable import Documents

@MainActor
struct WatchTests {
  private let folder = TemporaryFolder()

  /// Writes down what a watch tells.
  @MainActor
  private final class Log {
    var changes: [String] = []
    var last: ExternalChange?

    func take(_ change: ExternalChange) {
      last = change
      switch change {
      case .unchanged: changes.append("unchanged")
      case .touched: changes.append("touched")
      case .changed(let found): changes.append("changed " + found.text.string)
      case .gone(let name): changes.append("gone" + (name.map { " " + $0.name } ?? ""))
      case .replaced: changes.append("replaced")
      case .unreadable: changes.append("unreadable")
      }
    }

    func wait(for change: String) async {
      // Long enough for a machine that does much else.
      for _ in 0..<3_000 {
        if changes.contains(change) { return }
        try? await Task.sleep(for: .milliseconds(10))
      }
      Issue.record("\(change) was not told: \(changes)")
    }
  }

  private func run(_ path: FilePath, _ body: (DocumentFile, DocumentWatch, Log) async throws -> Void) async throws {
    let log = Log()
    let file = try Loader().load(path).file
    let watch = DocumentWatch(watcher: FolderWatcher()) { log.take($0) }
    watch.follow(file)
    try await body(file, watch, log)
    watch.follow(nil)
  }

  @Test func tellsAChangeOnce() async throws {
    let path = folder.write("one", "a.md")
    try await run(path) { file, watch, log in
      folder.write("two", "a.md")
      await log.wait(for: "changed two")
      watch.look()
      watch.look()
      try await Task.sleep(for: .milliseconds(300))
      #expect(log.changes.filter { $0 == "changed two" }.count == 1)
      guard case .changed(let found) = log.last else { return }
      watch.follow(found.file)
      // As git and vim do: another file takes the name.
      folder.write("three", "b.md")
      rename(folder.file("b.md").description, path.description)
      await log.wait(for: "changed three")
    }
  }

  @Test func asksNothingWhenOnlyTheTimeChanged() async throws {
    let path = folder.write("one", "a.md")
    try await run(path) { file, watch, log in
      var times = [timespec](repeating: timespec(tv_sec: 1_000_000, tv_nsec: 0), count: 2)
      utimensat(AT_FDCWD, path.description, &times, 0)
      await log.wait(for: "touched")
      guard case .touched(let now)? = log.last else { return }
      // The document can be saved over what it stands on now.
      _ = try Saver(state: folder.state).save("two".bytes, to: path, over: .document(now))
    }
  }

  @Test func tellsDeletedMovedReplacedAndUnreadable() async throws {
    let path = folder.write("one", "a.md")
    try await run(path) { file, watch, log in
      rename(path.description, folder.file("b.md").description)
      await log.wait(for: "gone b.md")
      rename(folder.file("b.md").description, path.description)
      await log.wait(for: "unchanged")
      unlink(path.description)
      await log.wait(for: "gone")
      mkdir(path.description, 0o755)
      await log.wait(for: "replaced")
      rmdir(path.description)
      symlink(path.name, path.description)
      await log.wait(for: "unreadable")
    }
  }

  @Test func tellsThatTheFolderIsGoneAndBack() async throws {
    mkdir(folder.file("sub").description, 0o755)
    let path = folder.write("one", "sub/a.md")
    try await run(path) { file, watch, log in
      rename(folder.file("sub").description, folder.file("elsewhere").description)
      await log.wait(for: "gone")
      rename(folder.file("elsewhere").description, folder.file("sub").description)
      watch.look()
      try await Task.sleep(for: .milliseconds(200))
      folder.write("two", "sub/a.md")
      watch.look()
      await log.wait(for: "changed two")
    }
  }

  @Test func staysQuietAboutOwnSaves() async throws {
    let path = folder.write("start", "a.md")
    let folder = folder
    try await run(path) { file, watch, log in
      var file = file
      for number in 0..<500 {
        file = try await watch.quietly {
          let saved = try await Saver(state: folder.state).save(ChunkedText("text \(number)"), over: file)
          watch.follow(saved)
          return saved
        }
      }
      try await Task.sleep(for: .milliseconds(400))
      #expect(log.changes.isEmpty)
      // And notices what another program does right after.
      folder.write("theirs", "a.md")
      await log.wait(for: "changed theirs")
    }
  }

  @Test func seesARewriteUnderTheSameTimeWhenItLooksThoroughly() throws {
    let path = folder.write("one", "a.md")
    var times = [timespec](repeating: timespec(tv_sec: 1_000_000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, path.description, &times, 0)
    let file = try Loader().load(path).file
    folder.write("TWO", "a.md")
    utimensat(AT_FDCWD, path.description, &times, 0)
    guard case .changed = ExternalChange.look(at: file, thoroughly: true) else {
      Issue.record("not seen")
      return
    }
  }

  @Test func tellsALinkThatLeadsElsewhere() throws {
    folder.write("one", "1.md")
    folder.write("one", "2.md")
    let path = folder.file("link.md")
    symlink("1.md", path.description)
    let file = try Loader().load(path).file
    unlink(path.description)
    symlink("2.md", path.description)
    guard case .changed(let found) = ExternalChange.look(at: file) else {
      Issue.record("not told")
      return
    }
    #expect(found.file.target == folder.file("2.md"))
  }

  @Test func reloadsByWhatDiffers() async {
    let old: ChunkedText = "# Title\n\none two three\n\nend\n"
    let plan = await Reload.plan(from: old, to: "# Title\n\none 2 three\n\nend\nmore\n")
    #expect(plan.replacements.map(\.text) == ["2", "more\n"])
    #expect(plan.map(TextOffset(26)) == TextOffset(24))
  }
}
