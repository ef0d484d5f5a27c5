import Glibc
import Testing

@testable import Documents

struct SameFileTests {
  private let folder = TemporaryFolder()

  @Test("A document is the same by a link to it and through a linked folder, but not by another name of its file")
  func links() async {
    mkdir(folder.file("real").description, 0o755)
    let path = folder.write("text", "real/a.md")
    let other = folder.write("text", "real/b.md")
    symlink("real/a.md", folder.file("link.md").description)
    symlink("link.md", folder.file("again.md").description)
    symlink("real", folder.file("folder").description)
    link(path.description, folder.file("real/hard.md").description)
    func index(_ name: FilePath, _ others: [FilePath]) async -> Int? { await SameFile.index(of: folder.file(name), among: others) }
    #expect(await index("link.md", [other, path]) == 1)
    #expect(await index("again.md", [path]) == 0)
    #expect(await index("folder/a.md", [other, path]) == 1)
    #expect(await SameFile.index(of: path, among: [folder.file("folder/a.md")]) == 0)
    #expect(await index("real/hard.md", [path]) == nil)
    #expect(await index("folder/c.md", [path, other]) == nil)
  }

  @Test("What is not there is still a place, and what leads nowhere is none")
  func missing() async {
    symlink("nothing.md", folder.file("dangling.md").description)
    symlink("circle.md", folder.file("circle.md").description)
    #expect(await SameFile.index(of: folder.file("dangling.md"), among: [folder.file("nothing.md")]) == 0)
    #expect(await SameFile.index(of: folder.file("circle.md"), among: [folder.file("nothing.md")]) == nil)
    #expect(await SameFile.index(of: folder.file("gone/a.md"), among: [folder.file("gone/a.md"), folder.file("a.md")]) == 0)
    #expect(!folder.file("nothing.md").isTaken)
    #expect(folder.path.isTaken && folder.path.isWritable)
  }
}
