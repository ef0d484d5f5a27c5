import Glibc
import Testing

@testable import Documents

@Suite final class AssetStoreTests {
  let folder = TemporaryFolder()

  private func path(_ relative: String) -> FilePath { folder.path.appending(FilePath(relative)) }

  @Test func writesBesideTheDocumentAndSaysWhere() async throws {
    let name = try await AssetStore().add([1, 2, 3], named: "a b#c%20(1).png", beside: folder.path)
    #expect(name == "assets/a b#c%20(1).png")
    #expect(folder.read(path(name)) == [1, 2, 3])
  }

  @Test func nothingIsEverOverwritten() async throws {
    let first = try await AssetStore().add([1], named: "x.png", beside: folder.path)
    let second = try await AssetStore().add([2], named: "x.png", beside: folder.path)
    let again = try await AssetStore().add([1], named: "x.png", beside: folder.path)
    let third = try await AssetStore().add([3], named: "x.png", beside: folder.path)
    #expect([first, second, again, third] == ["assets/x.png", "assets/x-2.png", "assets/x.png", "assets/x-3.png"])
    #expect([1, 2, 3].map { [UInt8($0)] } == [first, second, third].map { folder.read(path($0)) })
  }

  @Test func aFileBelowTheDocumentsFolderStaysWhereItIs() async throws {
    mkdir(path("pictures").description, 0o755)
    let file = folder.write("picture", "pictures/x.png")
    #expect(try await AssetStore().add(copyOf: file, beside: folder.path) == "pictures/x.png")
    #expect(try SystemCalls().names(in: folder.path).count == 1)
  }

  @Test func aFileFromElsewhereIsCopiedAndLeftThere() async throws {
    let away = TemporaryFolder()
    let file = away.write("picture", "ä b.png")
    #expect(try await AssetStore().add(copyOf: file, beside: folder.path) == "assets/ä b.png")
    #expect(folder.read(path("assets/ä b.png")) == Array("picture".utf8) && away.read(file) == Array("picture".utf8))
  }

  @Test func aLinkBelowTheFolderToAFileElsewhereIsCopied() async throws {
    let away = TemporaryFolder()
    let file = away.write("picture", "x.png")
    symlink(file.description, path("link.png").description)
    #expect(try await AssetStore().add(copyOf: path("link.png"), beside: folder.path) == "assets/link.png")
  }

  @Test(arguments: [
    ("a/b.png", "ab.png"), ("..", "file"), (".hidden.png", "hidden.png"), ("-rf.png", "rf.png"), ("a\nb\u{7F}.png", "ab.png"), ("", "file"),
    ("x\u{202E}gnp.exe", "xgnp.exe"), (" a . ", "a"),
    (String(repeating: "漢", count: 200) + ".png", String(repeating: "漢", count: 65) + ".png"),
  ])
  func namesThatCannotBeBecomeSuchThatCan(wish: String, name: String) {
    #expect(AssetStore.name(from: wish) == name)
  }

  @Test func whatIsNoFileIsDeclined() async {
    mkfifo(path("pipe.png").description, 0o644)
    mkdir(path("folder.png").description, 0o755)
    let away = TemporaryFolder()
    for name in ["pipe.png", "folder.png"] {
      await #expect(throws: AssetStore.Failure.notAFile) { try await AssetStore().add(copyOf: path(name), beside: away.path) }
    }
    await #expect(throws: AssetStore.Failure.self) { try await AssetStore().add(copyOf: path("missing.png"), beside: away.path) }
  }

  @Test func aFullDiskLeavesNoHalfFile() async throws {
    let store = AssetStore(calls: SystemCalls(interceptor: { call, _ in call == .write ? .fail(ENOSPC) : .proceed }))
    await #expect(throws: AssetStore.Failure.self) { try await store.add([1], named: "x.png", beside: folder.path) }
    #expect(try SystemCalls().names(in: path("assets")).isEmpty)
  }

  @Test func somethingElseNamedAssetsIsTold() async {
    folder.write("text", "assets")
    await #expect(throws: AssetStore.Failure.self) { try await AssetStore().add([1], named: "x.png", beside: folder.path) }
    #expect(folder.read(path("assets")) == Array("text".utf8))
  }
}
