import Glibc
import GLibKit
import Testing
import TextModel

@testable import Documents

@Suite final class PrivateCopyTests {
  let folder = TemporaryFolder()
  var copies: PrivateCopies { PrivateCopies(in: folder.path.appending("copies")) }

  @Test func writesUnderTheNameEachInAFolderOfItsOwn() throws {
    let first = try copies.write(ChunkedText("one\n"), name: "note.md")
    let second = try copies.write(ChunkedText("twö\n"), name: "note.md", encoding: .utf8)
    #expect(first.name == "note.md" && second.name == "note.md" && first != second)
    #expect(try Loader().load(first).text == ChunkedText("one\n"))
    #expect(try Loader().load(second).text == ChunkedText("twö\n"))
    #expect(try SystemCalls().status(of: first).mode == 0o600)
  }

  @Test(arguments: ["", "..", "a/b", String(repeating: "x", count: 300)])
  func takesAnotherNameForOneThatCannotBe(name: String) throws {
    #expect(try copies.write(ChunkedText("text"), name: name).name == "document.md")
  }

  @Test func leavesNothingBehindWhenTheDiskIsFull() throws {
    let full = PrivateCopies(
      in: folder.path.appending("full"), calls: SystemCalls(interceptor: { call, _ in call == .write ? .fail(ENOSPC) : .proceed }))
    #expect(throws: SystemError.self) { try full.write(ChunkedText("text"), name: "note.md") }
    #expect(try SystemCalls().names(in: folder.path.appending("full")).isEmpty)
  }

  @Test func oldOnesGoAndNewOnesStay() throws {
    let path = try copies.write(ChunkedText("text"), name: "note.md")
    copies.clean(olderThan: 86_400)
    #expect(try Loader().load(path).text == ChunkedText("text"))
    copies.clean(olderThan: 86_400, now: Format.now + 86_500)
    #expect(try SystemCalls().names(in: copies.folder).isEmpty)
    PrivateCopies(in: folder.path.appending("nowhere")).clean(olderThan: 0)
  }
}
