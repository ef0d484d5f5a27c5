import Glibc
import TextModel
import Testing

@testable import Documents

/// The places are "file:" addresses here, which GIO serves by the same calls as those of other computers.
@Suite("Documents of other computers")
struct RemoteTests {
  let folder = TemporaryFolder()
  private var copies: RemoteCopies { RemoteCopies(state: folder.state) }

  private func there(_ text: String) -> (path: FilePath, address: String) {
    let path = folder.file("there.md")
    folder.write(text.bytes, path)
    return (path, path.address)
  }

  @Test("A document is fetched, saved here, and sent")
  func roundTrip() async throws {
    let (path, address) = there("one")
    let copy = try await copies.fetch(address, name: "there.md")
    #expect(folder.text(copy) == "one")
    #expect(copies.origin(of: copy)?.address == address)
    #expect(copies.origin(of: path) == nil)
    folder.write("two".bytes, copy)
    try await copies.send(copy)
    #expect(folder.text(path) == "two")
    #expect(copies.origin(of: copy)?.isPending == false)
    folder.write("three".bytes, copy)
    try await copies.send(copy)
    #expect(folder.text(path) == "three")
  }

  @Test("A version that another program has written there is not overwritten")
  func conflict() async throws {
    let (path, address) = there("one")
    let copy = try await copies.fetch(address, name: "there.md")
    folder.write("somebody else's, longer".bytes, path)
    folder.write("mine".bytes, copy)
    // Neither with the tag of the place nor without one.
    var origin = try #require(copies.origin(of: copy))
    origin.tag = nil
    try copies.keep(origin, for: copy)
    await #expect(throws: RemoteError.changedThere) { try await copies.send(copy) }
    #expect(folder.text(path) == "somebody else's, longer")
    try await copies.send(copy, replacing: true)
    #expect(folder.text(path) == "mine")
  }

  @Test("Text that has not arrived is not replaced by another fetch")
  func pending() async throws {
    let (path, address) = there("one")
    let copy = try await copies.fetch(address, name: "there.md")
    folder.write("not sent yet".bytes, copy)
    var origin = try #require(copies.origin(of: copy))
    origin.isPending = true
    try copies.keep(origin, for: copy)
    #expect(try await copies.fetch(address, name: "there.md") == copy)
    #expect(folder.text(copy) == "not sent yet")
    #expect(folder.text(path) == "one")
  }

  @Test("A place that is not there, or no longer, is told, and the copy stays")
  func gone() async throws {
    await #expect(throws: RemoteError.notFound) { try await copies.fetch("file:///no/such/thing.md", name: "thing.md") }
    let (_, address) = there("one")
    let copy = try await copies.fetch(address, name: "there.md")
    folder.write("mine".bytes, copy)
    rename(folder.path.description, folder.path.description + "-away")
    await #expect(throws: RemoteError.self) { try await copies.send(copy) }
    #expect(folder.text(copy) == "mine")
  }
}
