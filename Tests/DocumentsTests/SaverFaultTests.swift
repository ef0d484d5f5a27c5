import CSystem
import Glibc
import Synchronization
import Testing

@testable import Documents

/// Lets the system call number `index` fail, counted from 0 over all calls of the given kinds.
final class Fault: Sendable {
  private let count = Mutex(0)
  private let log = Mutex<[SystemCalls.Call]>([])

  func calls(failing index: Int, with code: Int32, among kinds: Set<SystemCalls.Call>) -> SystemCalls {
    SystemCalls { call, _ in
      self.log.withLock { $0.append(call) }
      guard kinds.contains(call) else { return .proceed }
      return self.count.withLock { count in
        count += 1
        return count - 1 == index ? .fail(code) : .proceed
      }
    }
  }

  var total: Int { count.withLock { $0 } }
  var sequence: [SystemCalls.Call] { log.withLock { $0 } }
}

struct SaverFaultTests {
  private let loader = Loader()

  /// Makes each system call fail once, with each cause, and asks for the whole old text or the whole new one.
  @Test(arguments: ["plain", "hard link", "symbolic link", "new"], [ENOSPC, EIO, EACCES, EINVAL])
  func losesNothingWhateverFails(kind: String, code: Int32) throws {
    let old = String(repeating: "old ", count: 3_000)
    let new = String(repeating: "new! ", count: 3_000)
    var index = 0
    while true {
      let folder = TemporaryFolder()
      let path = folder.file("a.md")
      if kind != "new" { folder.write(old, kind == "symbolic link" ? "real.md" : "a.md", mode: 0o640) }
      if kind == "symbolic link" { symlink("real.md", path.description) }
      if kind == "hard link" { link(path.description, folder.file("b.md").description) }
      let basis: SaveBasis = kind == "new" ? .newFile : .document(try loader.load(path).file)
      let fault = Fault()
      let saver = Saver(state: folder.state, calls: fault.calls(failing: index, with: code, among: Set(SystemCalls.Call.allCases)))
      var failure: SaveError?
      do throws(SaveError) { _ = try saver.save(new.bytes, to: path, over: basis) } catch { failure = error }
      if fault.total <= index { break }
      let step = "call \(index), \(fault.sequence.last!)"
      _ = SaveRecovery(state: folder.state).run()
      #expect(folder.leftovers.isEmpty, "\(step)")
      let now = folder.text(path)
      switch failure {
      case nil: #expect(now == new, "\(step)")
      case .unconfirmed: #expect(now == new, "\(step)")
      default: #expect(now == (kind == "new" ? nil : old), "\(step): \(failure!)")
      }
      if failure != nil {
        // Once the cause is gone, saving again works, over the file that the document then stands on.
        var again = basis
        if case .unconfirmed(let written, _) = failure { again = .document(written) }
        _ = try Saver(state: folder.state).save((new + "more").bytes, to: path, over: again)
        #expect(folder.text(path) == new + "more", "\(step)")
      }
      index += 1
    }
    #expect(index > 12)
  }

  /// Some file systems tell only at the end that they had no room.
  @Test(arguments: ["plain", "hard link"], [ENOSPC, EIO, EDQUOT])
  func takesAnErrorOfCloseForAFailure(kind: String, code: Int32) throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    if kind == "hard link" { link(path.description, folder.file("b.md").description) }
    let basis = SaveBasis.document(try loader.load(path).file)
    let written = Mutex<Set<FilePath>>([])
    let calls = SystemCalls { call, path in
      guard path.isInside(folder.path) else { return .proceed }
      return written.withLock { written in
        if call == .write { written.insert(path) }
        return call == .close && written.remove(path) != nil ? .fail(code) : .proceed
      }
    }
    #expect(throws: SaveError.self) { try Saver(state: folder.state, calls: calls).save("new and longer".bytes, to: path, over: basis) }
    _ = SaveRecovery(state: folder.state).run()
    // In place the old bytes are put back; that one's close fails, too, and they are there all the same.
    #expect(folder.text(path) == "old")
    #expect(folder.leftovers.isEmpty)
  }

  /// Whoever reads a file while it is written in place finds text, and whatever comes, at least so much of it.
  @Test(arguments: ["new and longer", "new"])
  func neverEmptiesAFileThatItWritesInPlace(text: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("old text", "a.md")
    link(path.description, folder.file("b.md").description)
    let least = min(8, text.utf8.count)
    let shortest = Mutex(Int.max)
    let calls = SystemCalls { _, _ in
      let size = folder.read(path)?.count ?? 0
      shortest.withLock { $0 = min($0, size) }
      return .proceed
    }
    _ = try Saver(state: folder.state, calls: calls).save(text.bytes, to: path, over: .document(try loader.load(path).file))
    #expect(shortest.withLock { $0 } == least)
    #expect(folder.text(path) == text)
  }

  /// A file that breaks while it is written in place, so that not even its old text can be put back, leaves that text for the next start.
  @Test func offersTheOldTextOfAFileThatStandsHalfWritten() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old text", "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try loader.load(path).file
    let isBroken = Mutex(false)
    let calls = SystemCalls { call, at in
      guard at == path else { return .proceed }
      return isBroken.withLock { isBroken in
        if call == .fsync, !isBroken {
          // Half of it has reached the disk.
          folder.write("new", "a.md")
          isBroken = true
        }
        return isBroken ? .fail(EIO) : .proceed
      }
    }
    do throws(SaveError) {
      _ = try Saver(state: folder.state, calls: calls).save("new and longer".bytes, to: path, over: .document(file))
      Issue.record("no error")
    } catch {
      guard case .interrupted = error else { throw error }
    }
    let left = SaveRecovery(state: folder.state).run()
    #expect(left.map(\.bytes) == ["old text".bytes])
    #expect(left.map(\.path) == [path])
    #expect(folder.text(path) == "new", "the recovery writes into no file of the person's")
    for save in left { SaveRecovery(state: folder.state).discard(save) }
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func flushesFileAndFolderInOrder() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    let fault = Fault()
    let saver = Saver(state: folder.state, calls: fault.calls(failing: -1, with: 0, among: []))
    _ = try saver.save("new".bytes, to: path, over: .document(try loader.load(path).file))
    let steps = fault.sequence.filter { [.write, .fsync, .rename].contains($0) }
    // The trace, the text, the exchange, the folder, and the folder again without the old file.
    #expect(steps == [.write, .fsync, .write, .fsync, .rename, .fsync, .fsync])
  }

  /// Another program replaces or rewrites the file between our look and our step.
  @Test(arguments: [SystemCalls.Call.write, .fsync, .rename], [true, false])
  func handsBackWhatAnotherProgramWroteMeanwhile(step: SystemCalls.Call, byRename: Bool) throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    let file = try loader.load(path).file
    let done = Mutex(false)
    let calls = SystemCalls { call, _ in
      if call == step
        && done.withLock({ was in
          defer { was = true }; return !was
        })
      {
        if byRename {
          folder.write("theirs", "other.md")
          rename(folder.file("other.md").description, path.description)
        } else {
          folder.write("theirs", "a.md")
        }
      }
      return .proceed
    }
    do throws(SaveError) {
      _ = try Saver(state: folder.state, calls: calls).save("mine".bytes, to: path, over: .document(file))
      Issue.record("a silent overwrite")
    } catch {
      guard case .changedOnDisk(let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found.fingerprint.digest == Digest(of: "theirs".bytes))
    }
    #expect(folder.text(path) == "theirs")
    #expect(folder.leftovers.isEmpty)
  }

  @Test func savesWhereNamesCannotBeExchanged() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    let file = try loader.load(path).file
    // Every rename with a flag is refused, as by FUSE and NFS.
    let first = Mutex(true)
    let calls = SystemCalls { call, _ in
      call == .rename
        && first.withLock({ was in
          defer { was = false }; return was
        }) ? .fail(EINVAL) : .proceed
    }
    _ = try Saver(state: folder.state, calls: calls).save("new".bytes, to: path, over: .document(file))
    #expect(folder.text(path) == "new")
    #expect(folder.leftovers.isEmpty)
  }

  @Test func offersTheOldTextOfASaveThatStoppedHalfWay() throws {
    let folder = TemporaryFolder()
    let old = String(repeating: "old ", count: 1_000_000)
    let path = folder.write(old, "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try loader.load(path).file
    let writes = Mutex(0)
    // The disk dies after the first megabyte and stays dead.
    let calls = SystemCalls { call, at in
      guard call == .write, at == path else { return .proceed }
      return writes.withLock { count in
        count += 1
        return count > 1 ? .fail(EIO) : .proceed
      }
    }
    let new = [UInt8](repeating: 0x6E, count: 3 << 20)
    do throws(SaveError) {
      _ = try Saver(state: folder.state, calls: calls).save(new, to: path, over: .document(file))
      Issue.record("reported as saved")
    } catch {
      guard case .interrupted(path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    let offered = SaveRecovery(state: folder.state).run()
    #expect(offered.map(\.path) == [path])
    #expect(offered.first?.bytes == old.bytes)
    // Offered again until the user has decided.
    #expect(SaveRecovery(state: folder.state).run() == offered)
    SaveRecovery(state: folder.state).discard(offered[0])
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
  }

  @Test func leavesTheSavesOfARunningInstanceAlone() throws {
    let folder = TemporaryFolder()
    var record = StateRecord(kind: SaveTrace.kind)
    record[path: "temporary"] = folder.write("half", ".masthead-aaaa")
    record[path: "path"] = folder.file("a.md")
    record[path: "target"] = folder.file("a.md")
    record["new"] = Digest(of: []).bytes
    let trace = try SaveTrace(record, in: folder.state, calls: SystemCalls(), durably: false)
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.names() == [".masthead-aaaa"])
    trace.keep()
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.names().isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  /// A third program writes while we take back: its text lands under the temporary name, and is offered, never removed.
  @Test func offersATextThatCameWhileTakingBack() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    let file = try loader.load(path).file
    let renames = Mutex(0)
    let calls = SystemCalls { call, _ in
      guard call == .rename else { return .proceed }
      let number = renames.withLock { count in
        count += 1
        return count
      }
      folder.write("writer \(number)", "other.md")
      rename(folder.file("other.md").description, path.description)
      return .proceed
    }
    #expect(throws: SaveError.self) {
      try Saver(state: folder.state, calls: calls).save("mine".bytes, to: path, over: .document(file))
    }
    let offered = SaveRecovery(state: folder.state).run()
    #expect(Set([folder.text(path)!] + offered.map { String(decoding: $0.bytes, as: UTF8.self) }) == ["writer 1", "writer 2"])
  }
}
