import Glibc
import Synchronization
import Testing

@testable import Documents

/// What is made while it is written goes through the same routine, with the same promises, as bytes that are there.
struct FileContentTests {
  /// Content of many pieces, some of them empty, that is larger than one write.
  private static let whole: [UInt8] = (0..<300_000).flatMap { Array("\($0) ".utf8) }

  private static func made(_ bytes: [UInt8], piece: Int = 100_003) -> FileContent {
    FileContent { take in
      var start = 0
      while start < bytes.count {
        let end = min(start + piece, bytes.count)
        take(bytes[start..<end])
        take([])
        start = end
      }
    }
  }

  @Test func isMeasuredAsItsBytesAre() {
    let content = Self.made(Self.whole)
    #expect(content.count == Self.whole.count)
    #expect(content.digest == Digest(of: Self.whole))
    var bytes: [UInt8] = []
    content.forEachPiece { bytes += $0 }
    #expect(bytes == Self.whole)
    #expect(Self.made([]).digest == Digest(of: []))
  }

  @Test(arguments: ["new", "plain", "longer", "hard link", "symbolic link"])
  func isWrittenWhole(kind: String) throws {
    let folder = TemporaryFolder()
    let path = folder.file("page.html")
    let old = [UInt8](repeating: 0x6F, count: kind == "longer" ? Self.whole.count + 1_000 : 20)
    if kind != "new" { folder.write(old, kind == "symbolic link" ? "real.html" : "page.html", mode: 0o640) }
    if kind == "symbolic link" { symlink("real.html", path.description) }
    if kind == "hard link" { link(path.description, folder.file("b.html").description) }
    try Saver(state: folder.state).write(Self.made(Self.whole), to: path)
    #expect(folder.read(path) == Self.whole)
    if kind == "hard link" { #expect(folder.read(folder.file("b.html")) == Self.whole) }
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  /// An image that changes between the two times must not give a file of which nobody knows what it is.
  @Test(arguments: ["new", "plain", "hard link"], [-1, 0, 1])
  func isNotSavedWhenItComesOutOtherwise(kind: String, longer: Int) throws {
    let folder = TemporaryFolder()
    let path = folder.file("page.html")
    if kind != "new" { folder.write("old", "page.html") }
    if kind == "hard link" { link(path.description, folder.file("b.html").description) }
    let times = Mutex(0)
    let whole = Self.whole
    let content = FileContent { take in
      let isFirst = times.withLock { times in
        times += 1
        return times == 1
      }
      take(whole[...])
      if isFirst { take([1, 2]) } else { take(Array(repeating: 3, count: 2 + longer)[...]) }
    }
    var failure: SaveError?
    do throws(SaveError) { try Saver(state: folder.state).write(content, to: path) } catch { failure = error }
    guard case .system(let error) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.code == EAGAIN)
    #expect(folder.text(path) == (kind == "new" ? nil : "old"))
    #expect(SaveRecovery(state: folder.state).run().isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  /// Each system call fails once: the old page is whole, or the new one.
  @Test(arguments: ["new", "plain", "hard link"], [ENOSPC, EIO])
  func losesNothingWhateverFails(kind: String, code: Int32) throws {
    let new = Array(Self.whole.prefix(5_000))
    var index = 0
    while true {
      let folder = TemporaryFolder()
      let path = folder.file("page.html")
      if kind != "new" { folder.write("old", "page.html") }
      if kind == "hard link" { link(path.description, folder.file("b.html").description) }
      let fault = Fault()
      let saver = Saver(state: folder.state, calls: fault.calls(failing: index, with: code, among: Set(SystemCalls.Call.allCases)))
      var failure: SaveError?
      do throws(SaveError) { try saver.write(Self.made(new, piece: 1_000), to: path) } catch { failure = error }
      if fault.total <= index { break }
      let step = "call \(index), \(fault.sequence.last!)"
      _ = SaveRecovery(state: folder.state).run()
      #expect(folder.leftovers.isEmpty, "\(step)")
      switch failure {
      case nil, .unconfirmed: #expect(folder.read(path) == new, "\(step)")
      default: #expect(folder.text(path) == (kind == "new" ? nil : "old"), "\(step): \(failure!)")
      }
      index += 1
    }
    #expect(index > 12)
  }

  /// What another program writes between the look at a file and the copy of its bytes is not overwritten.
  @Test func seesAChangeBeforeTheOldBytesAreKept() throws {
    let folder = TemporaryFolder()
    let path = folder.write("old", "a.md")
    link(path.description, folder.file("b.md").description)
    let file = try Loader().load(path).file
    let isOpened = Mutex(0)
    // The second time that the file is opened it is to be written in place.
    let calls = SystemCalls { call, at in
      if call == .open, at == path {
        isOpened.withLock { count in
          count += 1
          if count == 2 { folder.write("now", "a.md") }
        }
      }
      return .proceed
    }
    var failure: SaveError?
    do throws(SaveError) {
      _ = try Saver(state: folder.state, calls: calls).save(Array("mine".utf8), to: path, over: .document(file))
    } catch {
      failure = error
    }
    guard case .changedOnDisk = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(folder.text(path) == "now")
    #expect(folder.leftovers.isEmpty)
  }
}
