import Glibc
import Testing

@testable import Typesetting

/// A folder of its own that goes when the test is over.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/masthead-pictures-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ name: String, _ bytes: [UInt8]) {
    guard let file = fopen(path + "/" + name, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  deinit { deleteTree(path) }

  private func deleteTree(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { deleteTree(path + "/" + name) }
      }
      closedir(folder)
    }
    remove(path)
  }
}

/// A white picture of 1 × 1.
private let dot: [UInt8] = [
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e,
  0x9b, 0x55, 0, 0, 0, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0x0f, 0, 1, 1, 1, 0, 0xb1, 0x38, 0xf6, 0x14, 0, 0, 0, 0, 0x49,
  0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
]

@Suite("Pictures from files")
struct PictureFileTests {
  private func failure(_ address: String, _ folder: Folder?) -> PictureFailure? {
    do {
      _ = try PictureFile.load(Array(address.utf8), folder: folder?.path)
      return nil
    } catch {
      return error
    }
  }

  @Test func loadWhatIsInTheFolder() throws {
    let folder = try Folder()
    folder.write("a b.png", dot)
    mkdir(folder.path + "/sub", 0o700)
    folder.write("sub/c.png", dot)
    let picture = try PictureFile.load(Array("a%20b.png?raw=true".utf8), folder: folder.path)
    #expect(picture.width == 1 && picture.height == 1)
    #expect(failure("sub/../sub/c.png", folder) == nil)
    #expect(failure(folder.path + "/sub/c.png", folder) == nil)
  }

  @Test(arguments: ["../x.png", "/etc/passwd", "%2e%2e/x.png", "sub/../../x.png", "/proc/self/environ", "link.png", "linked/x.png"])
  func stayInTheFolder(_ address: String) throws {
    let outer = try Folder()
    outer.write("x.png", dot)
    mkdir(outer.path + "/inner", 0o700)
    mkdir(outer.path + "/inner/sub", 0o700)
    symlink("../x.png", outer.path + "/inner/link.png")
    symlink("..", outer.path + "/inner/linked")
    #expect(throws: PictureFailure.outside) {
      try PictureFile.load(Array(address.utf8), folder: outer.path + "/inner")
    }
  }

  @Test func leaveTheFolderWhenAskedFor() throws {
    let outer = try Folder()
    outer.write("x.png", dot)
    outer.write("words.png", Array("words".utf8))
    mkdir(outer.path + "/inner", 0o700)
    symlink("../x.png", outer.path + "/inner/link.png")
    for address in ["../x.png", "link.png", outer.path + "/x.png"] {
      #expect(try PictureFile.load(Array(address.utf8), folder: outer.path + "/inner", mayLeave: true).width == 1)
    }
    #expect(throws: PictureFailure.remote) {
      try PictureFile.load(Array("http://a.b/c.png".utf8), folder: outer.path + "/inner", mayLeave: true)
    }
    for address in ["../words.png", "/proc/self/environ", "/dev/zero"] {
      #expect(throws: PictureFailure.self) { try PictureFile.load(Array(address.utf8), folder: outer.path + "/inner", mayLeave: true) }
    }
  }

  @Test(arguments: ["http://a.b/c.png", "HTTPS://a.b/c.png", "//a.b/c.png"])
  func fetchNothing(_ address: String) throws {
    #expect(failure(address, try Folder()) == .remote)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:image/png;base64,AAAA", "javascript:x", "smb://a/b.png", "a\nb.png", "a%00.png", "", "#a", "resource:///x",
  ])
  func openNoOtherAddress(_ address: String) throws {
    #expect(failure(address, try Folder()) == .outside)
  }

  @Test func readRegularFilesOnly() throws {
    let folder = try Folder()
    mkfifo(folder.path + "/fifo.png", 0o600)
    mkdir(folder.path + "/folder.png", 0o700)
    #expect(failure("fifo.png", folder) == .missing)
    #expect(failure("folder.png", folder) == .missing)
    #expect(failure("none.png", folder) == .missing)
    #expect(failure("none.png", nil) == .missing)
  }

  @Test func tellTypesByContents() throws {
    let folder = try Folder()
    folder.write("text.png", Array("just text".utf8))
    folder.write("empty.png", [])
    folder.write("cut.png", Array(dot.prefix(40)))
    folder.write("really.txt", dot)
    folder.write(
      "drawing.png", Array("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='4'><rect width='8' height='4'/></svg>".utf8))
    #expect(failure("text.png", folder) == .undecodable)
    #expect(failure("empty.png", folder) == .undecodable)
    #expect(failure("cut.png", folder) == .undecodable)
    #expect(failure("really.txt", folder) == nil)
    let drawing = try PictureFile.load(Array("drawing.png".utf8), folder: folder.path)
    #expect(drawing.width == 8 && drawing.height == 4)
  }

  @Test func refuseBombs() throws {
    let folder = try Folder()
    // A header that declares 20,000 × 20,000.
    var large = dot
    large.replaceSubrange(16..<24, with: [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20])
    large.replaceSubrange(29..<33, with: [0xc6, 0x1b, 0x19, 0xe5])
    folder.write("large.png", large)
    #expect(failure("large.png", folder) == .tooLarge)
    folder.write("entities.svg", Array("<?xml version='1.0'?><!DOCTYPE s [<!ENTITY a 'b'>]><svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
    #expect(failure("entities.svg", folder) == .tooLarge)
    folder.write("huge.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8) + Array(repeating: 0x20, count: 1 << 20))
    #expect(failure("huge.svg", folder) == .tooLarge)
    truncate(folder.path + "/large.png", 65 << 20)
    #expect(failure("large.png", folder) == .tooLarge)
  }
}
