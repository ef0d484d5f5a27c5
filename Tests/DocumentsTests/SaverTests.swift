import CSystem
import Glibc
import Synchronization
import Testing

@testable import Documents

struct SaverTests {
  let folder = TemporaryFolder()
  var saver: Saver { Saver(state: folder.state) }
  let loader = Loader()

  @Test func replacesTheTextAndNothingElse() throws {
    let path = folder.write("old", "a.md", mode: 0o640)
    let file = try loader.load(path).file
    let saved = try saver.save("new text\n".bytes, to: path, over: .document(file))
    #expect(folder.text(path) == "new text\n")
    #expect(folder.status(path).mode == 0o640)
    #expect(saved.fingerprint == (try loader.fingerprint(of: path)))
    #expect(folder.names() == ["a.md"])
    #expect(folder.leftovers.isEmpty)
    // The description that comes back is what the next save stands on.
    _ = try saver.save("third".bytes, to: path, over: .document(saved))
    #expect(folder.text(path) == "third")
  }

  @Test func writesTheEncodingBack() throws {
    let encoding = FileEncoding(.utf16BigEndian, hasMark: true)
    let path = folder.write(try encoding.encode("eins".bytes), "wide.md")
    let file = try loader.load(path).file
    _ = try saver.save("zwei 😀".bytes, to: path, encoding: file.encoding, over: .document(file))
    #expect(folder.read(path) == (try encoding.encode("zwei 😀".bytes)))
  }

  @Test func saysWhichCharacterAnEncodingCannotWrite() throws {
    let latin = FileEncoding(.legacy("ISO-8859-15"))
    let path = folder.write([0xE4], "latin.md")
    let file = try loader.load(path, as: latin).file
    #expect(throws: SaveError.notEncodable(latin, offset: 2)) {
      try saver.save("ä漢".bytes, to: path, encoding: latin, over: .document(file))
    }
    #expect(folder.read(path) == [0xE4])
  }

  @Test func createsWithTheUsersModeAndNeverOverwrites() throws {
    let path = folder.file("new.md")
    _ = try saver.save("text".bytes, to: path, over: .newFile)
    #expect(folder.text(path) == "text")
    let mask = umask(0o022)
    umask(mask)
    #expect(folder.status(path).mode == UInt32(0o666 & ~mask))
    #expect(throws: SaveError.exists(path)) { try saver.save("other".bytes, to: path, over: .newFile) }
    #expect(folder.text(path) == "text")
    #expect(folder.leftovers.isEmpty)
  }

  /// Beyond 1677 and 2262 nanoseconds do not fit into a number.
  @Test(arguments: [-20_000_000_000, 10_413_792_000]) func savesAFileOfADistantTime(_ second: Int) throws {
    let path = folder.write("one", "a.md")
    var times = [timespec](repeating: timespec(tv_sec: second, tv_nsec: 7), count: 2)
    utimensat(AT_FDCWD, path.description, &times, 0)
    let file = try loader.load(path).file
    #expect(file.fingerprint.looksUnchanged(folder.status(path)))
    _ = try saver.save("two".bytes, to: path, over: .document(file))
    #expect(folder.text(path) == "two")
  }

  @Test func noticesAChangeUnderTheSameTime() throws {
    let path = folder.write("one", "a.md")
    let file = try loader.load(path).file
    var times = [timespec](repeating: timespec(tv_sec: 1_000_000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, path.description, &times, 0)
    _ = try saver.save("two".bytes, to: path, over: .document(file))
    utimensat(AT_FDCWD, path.description, &times, 0)
    let touched = try loader.load(path).file
    let status = folder.status(path)
    folder.write("TWO", "a.md")
    utimensat(AT_FDCWD, path.description, &times, 0)
    #expect(folder.status(path).modified == status.modified && folder.status(path).size == status.size)
    #expect(touched.fingerprint.looksUnchanged(folder.status(path)))
    do throws(SaveError) {
      _ = try saver.save("mine".bytes, to: path, over: .document(touched))
      Issue.record("a silent overwrite")
    } catch {
      guard case .changedOnDisk(let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(folder.text(path) == "TWO")
      #expect(found.fingerprint.digest == Digest(of: "TWO".bytes))
      // Keep mine: agreed for what was seen, not for what came later.
      folder.write("later", "a.md")
      #expect(throws: SaveError.self) { try saver.save("mine".bytes, to: path, over: .document(found)) }
      #expect(folder.text(path) == "later")
    }
  }

  @Test func makesADeletedFileAgain() throws {
    let path = folder.write("one", "a.md")
    let file = try loader.load(path).file
    unlink(path.description)
    _ = try saver.save("two".bytes, to: path, over: .document(file))
    #expect(folder.text(path) == "two")
  }

  @Test func saysThatTheFolderIsGone() throws {
    let path = folder.file("sub/a.md")
    #expect(throws: SaveError.folderMissing(folder.file("sub"))) { try saver.save("x".bytes, to: path, over: .newFile) }
  }

  @Test func followsLinks() throws {
    let target = folder.write("old", "target.md")
    symlink("target.md", folder.file("relative.md").description)
    symlink(folder.file("relative.md").description, folder.file("chain.md").description)
    let path = folder.file("chain.md")
    let file = try loader.load(path).file
    #expect(file.target == target)
    _ = try saver.save("new".bytes, to: path, over: .document(file))
    #expect(folder.text(target) == "new")
    #expect(folder.status(path).kind == .link)
    #expect(folder.status(folder.file("relative.md")).kind == .link)
  }

  @Test func createsWhereADanglingLinkPoints() throws {
    symlink("target.md", folder.file("link.md").description)
    _ = try saver.save("new".bytes, to: folder.file("link.md"), over: .anything)
    #expect(folder.text(folder.file("target.md")) == "new")
    #expect(folder.status(folder.file("link.md")).kind == .link)
    symlink("loop.md", folder.file("loop.md").description)
    #expect(throws: SaveError.linkLoop(folder.file("loop.md"))) { try saver.save([], to: folder.file("loop.md"), over: .anything) }
  }

  @Test func noticesThatALinkLeadsElsewhereNow() throws {
    folder.write("one", "1.md")
    folder.write("one", "2.md")
    let path = folder.file("link.md")
    symlink("1.md", path.description)
    let file = try loader.load(path).file
    unlink(path.description)
    symlink("2.md", path.description)
    #expect(throws: SaveError.self) { try saver.save("mine".bytes, to: path, over: .document(file)) }
    #expect(folder.text(folder.file("2.md")) == "one")
  }

  @Test func keepsHardLinks() throws {
    let path = folder.write("old and longer", "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try loader.load(path).file
    let saved = try saver.save("new".bytes, to: path, over: .document(file))
    #expect(folder.text(folder.file("b.md")) == "new")
    #expect(folder.status(path).linkCount == 2)
    #expect(saved.fingerprint == (try loader.fingerprint(of: path)))
    #expect(folder.leftovers.isEmpty)
  }

  /// Counts the calls that read a file while it is saved over: one pass over a short one is two, the bytes and the end.
  private func reads(saving path: FilePath, over file: DocumentFile) throws -> Int {
    let count = Mutex(0)
    let calls = SystemCalls { call, at in
      if call == .read, at == path { count.withLock { $0 += 1 } }
      return .proceed
    }
    _ = try Saver(state: folder.state, calls: calls).save("new text".bytes, to: path, over: .document(file))
    return count.withLock { $0 }
  }

  @Test("What is written in place is read once, or, when it changed a moment ago, once more")
  func readsTheOldBytesOnce() async throws {
    let path = folder.write("old text", "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try loader.load(path).file
    try await Task.sleep(for: .milliseconds(2_100))
    #expect(try reads(saving: path, over: file) == 2)
    let again = try loader.load(path).file
    #expect(try reads(saving: path, over: again) > 2)
    #expect(folder.text(folder.file("b.md")) == "new text")
  }

  @Test("A change that another program hides behind the old time and size is not overwritten in place", arguments: [0, 2_100])
  func noticesAHiddenChangeInPlace(rest: Int) async throws {
    let path = folder.write("old text", "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try loader.load(path).file
    try await Task.sleep(for: .milliseconds(rest))
    let isFirst = Mutex(true)
    let calls = SystemCalls { call, at in
      // The old bytes have been read, and are being kept.
      guard call == .write, at != path, isFirst.withLock({ $0.exchange(with: false) }) else { return .proceed }
      var data = stat()
      stat(path.description, &data)
      folder.write("NEW TEXT", "a.md")
      let times = [data.st_atim, data.st_mtim]
      utimensat(AT_FDCWD, path.description, times, 0)
      return .proceed
    }
    do throws(SaveError) {
      _ = try Saver(state: folder.state, calls: calls).save("mine mine".bytes, to: path, over: .document(file))
      Issue.record("a silent overwrite")
    } catch {
      guard case .changedOnDisk = error else { throw error }
    }
    #expect(folder.text(path) == "NEW TEXT")
    #expect(folder.leftovers.isEmpty)
  }

  @Test func refusesWhatKeepsNoText() throws {
    let pipe = folder.file("pipe")
    mkfifo(pipe.description, 0o644)
    let clock = ContinuousClock.now
    #expect(throws: SaveError.notRegular(pipe, .pipe)) { try saver.save("x".bytes, to: pipe, over: .anything) }
    #expect(throws: SaveError.notRegular("/dev/full", .device)) { try saver.save("x".bytes, to: "/dev/full", over: .anything) }
    #expect(throws: SaveError.isFolder(folder.path)) { try saver.save("x".bytes, to: folder.path, over: .anything) }
    #expect(.now - clock < .seconds(1))
  }

  @Test func keepsAttributesAndAccessList() throws {
    let path = folder.write("old", "a.md", mode: 0o600)
    let file = try SystemCalls().open(path, O_RDWR)
    try file.setAttribute("user.note", to: "kept".bytes)
    // Version 2; owner rw-, user 1 r--, group ---, mask r--, other ---.
    let list: [UInt8] =
      [2, 0, 0, 0]
      + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 4, 0, 1, 0, 0, 0] + [4, 0, 0, 0, 255, 255, 255, 255]
      + [16, 0, 4, 0, 255, 255, 255, 255] + [32, 0, 0, 0, 255, 255, 255, 255]
    try file.setAttribute("system.posix_acl_access", to: list)
    let before = (try file.attributes(), try file.status().mode)
    _ = try saver.save("new".bytes, to: path, over: .document(try loader.load(path).file))
    let after = try SystemCalls().open(path, O_RDONLY)
    #expect(try after.attributes() == before.0)
    #expect(try after.status().mode == before.1)
    #expect(try after.status().inode != file.status().inode)
  }

  @Test func doesNotTakeTheFoldersDefaultAccessList() throws {
    let path = folder.write("old", "a.md", mode: 0o640)
    let list: [UInt8] =
      [2, 0, 0, 0]
      + [1, 0, 7, 0, 255, 255, 255, 255] + [2, 0, 6, 0, 1, 0, 0, 0] + [4, 0, 5, 0, 255, 255, 255, 255]
      + [16, 0, 7, 0, 255, 255, 255, 255] + [32, 0, 0, 0, 255, 255, 255, 255]
    try SystemCalls().open(folder.path, O_RDONLY | O_DIRECTORY).setAttribute("system.posix_acl_default", to: list)
    _ = try saver.save("new".bytes, to: path, over: .document(try loader.load(path).file))
    #expect(try SystemCalls().open(path, O_RDONLY).attributes()["system.posix_acl_access"] == nil)
    #expect(folder.status(path).mode == 0o640)
  }
}

extension Bool {
  /// Gives the value and puts another in its place.
  fileprivate mutating func exchange(with next: Bool) -> Bool {
    defer { self = next }
    return self
  }
}
