import Glibc
import Testing

@testable import Documents

struct LoaderTests {
  private let folder = TemporaryFolder()
  private let loader = Loader()

  @Test func keepsLineEndsAndMissingLastLineEnd() throws {
    let path = folder.write("a\r\nb\rc\nd", "mixed.md")
    let document = try loader.load(path)
    #expect(document.text.string == "a\r\nb\rc\nd")
    #expect(document.isEditable)
    #expect(document.file.encoding == .utf8)
    #expect(document.traits.lineCount == 4)
  }

  @Test func takesTheMarkOffAndRemembersIt() throws {
    let path = folder.write([0xEF, 0xBB, 0xBF] + "é".bytes, "bom.md")
    let document = try loader.load(path)
    #expect(document.text.string == "é")
    #expect(document.file.encoding == FileEncoding(.utf8, hasMark: true))
  }

  @Test(arguments: [FileEncoding(.utf16LittleEndian, hasMark: true), FileEncoding(.utf16BigEndian, hasMark: true)])
  func decodesUTF16(encoding: FileEncoding) throws {
    let bytes = try encoding.encode("Größe 😀\n".bytes)
    let document = try loader.load(folder.write(bytes, "wide.md"))
    #expect(document.text.string == "Größe 😀\n")
    #expect(document.file.encoding == encoding)
    #expect(document.isEditable)
  }

  @Test func opensInvalidUTF8ReadOnlyAndOffersEncodings() throws {
    let path = folder.write("Gr".bytes + [0xFC] + "n und bl".bytes + [0xF6] + "d".bytes, "latin.md")
    let document = try loader.load(path)
    #expect(document.access == .readOnly(.undecodable(offset: 2)))
    #expect(document.text.string == "Gr\u{FFFD}n und bl\u{FFFD}d")
    let first = try #require(document.likelyEncodings.first)
    #expect(first.name == "WINDOWS-1252")
    let again = try loader.load(path, as: first)
    #expect(again.isEditable)
    #expect(again.text.string == "Grün und blöd")
  }

  @Test(arguments: [
    ("WINDOWS-1252", "Die Größe der Äpfel – „schön“, naïve café, señor, 10 €"),
    ("WINDOWS-1251", "Привет, мир! Это документ на русском языке."),
    ("KOI8-R", "Привет, мир! Это документ на русском языке."),
    ("SHIFT_JIS", "これは日本語の文書です。カタカナも漢字もあります。"),
    ("EUC-JP", "これは日本語の文書です。カタカナも漢字もあります。"),
    ("GB18030", "这是一个中文文件，我们在这里写一些简单的句子。"),
    ("BIG5", "這是一個中文文件，我們在這裡寫一些簡單的句子。"),
    ("EUC-KR", "이것은 한국어 문서입니다. 우리는 여기에 글을 씁니다."),
    ("ISO-8859-7", "Αυτό είναι ένα κείμενο στα ελληνικά."),
  ])
  func ranksTheRightEncodingAmongTheFirstThree(name: String, text: String) throws {
    let bytes = try FileEncoding(.legacy(name)).encode(text.bytes)
    let document = try loader.load(folder.write(bytes, "legacy.md"))
    #expect(!document.isEditable)
    #expect(document.likelyEncodings.prefix(3).map(\.name).contains(name), "\(document.likelyEncodings.map(\.name))")
    #expect(try loader.load(document.file.path, as: FileEncoding(.legacy(name))).text.string == text)
  }

  @Test func opensNULReadOnly() throws {
    let document = try loader.load(folder.write([0x61, 0, 0x62], "nul.md"))
    #expect(document.access == .readOnly(.nul(offset: 1)))
    #expect(document.text.string == "a␀b")
  }

  @Test func opensUTF16WithLoneSurrogateReadOnly() throws {
    let document = try loader.load(folder.write([0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8, 0x62, 0x00], "surrogate.md"))
    #expect(!document.isEditable)
    let odd = try loader.load(folder.write([0xFF, 0xFE, 0x61, 0x00, 0x62], "odd.md"))
    #expect(!odd.isEditable)
  }

  @Test func answersOddThingsAtOnce() throws {
    let pipe = folder.file("pipe")
    mkfifo(pipe.description, 0o644)
    let loop = folder.file("loop")
    symlink("loop", loop.description)
    let dangling = folder.file("dangling")
    symlink("nowhere.md", dangling.description)
    let clock = ContinuousClock.now
    #expect(throws: LoadError.notRegular(pipe, .pipe)) { try loader.load(pipe) }
    #expect(throws: LoadError.isFolder(folder.path)) { try loader.load(folder.path) }
    #expect(throws: LoadError.notRegular("/dev/null", .device)) { try loader.load("/dev/null") }
    #expect(throws: LoadError.notRegular("/dev/tty", .device)) { try loader.load("/dev/tty") }
    #expect(throws: LoadError.linkLoop(loop)) { try loader.load(loop) }
    #expect(throws: LoadError.notFound(dangling, folderExists: true)) { try loader.load(dangling) }
    #expect(throws: LoadError.notFound(folder.file("no.md"), folderExists: true)) { try loader.load(folder.file("no.md")) }
    #expect(throws: LoadError.notFound(folder.file("no/no.md"), folderExists: false)) { try loader.load(folder.file("no/no.md")) }
    #expect(.now - clock < .seconds(1))
  }

  @Test func asksAboutLargeFiles() throws {
    let path = folder.write("start", "large.md")
    truncate(path.description, off_t(Loader.sizeToConfirm + 1))
    #expect(throws: LoadError.needsConfirmation(path, size: Loader.sizeToConfirm + 1)) { try loader.load(path) }
    let small = folder.write("start", "limit.md")
    truncate(small.description, 4096)
    #expect(try loader.load(small).access == .readOnly(.nul(offset: 5)))
  }

  @Test func refusesToEditThousandsOfMarksOnOneCharacter() throws {
    let text = "fine\ne" + String(repeating: "\u{301}", count: 2_001) + "\n"
    let document = try loader.load(folder.write(text, "zalgo.md"))
    #expect(document.access == .readOnly(.tooManyMarks(line: 2)))
    #expect(document.text.string == text)
    let bearable = "e" + String(repeating: "\u{301}", count: 2_000)
    #expect(try loader.load(folder.write(bearable, "marks.md")).isEditable)
  }

  @Test func measuresTheLongestLine() throws {
    let document = try loader.load(folder.write("a\nÄÖÜ漢字\r\nbb\n", "lines.md"))
    #expect(document.traits.longestLine == 5)
    #expect(document.traits.longestLineNumber == 2)
    #expect(document.traits.lineCount == 3)
  }

  @Test func opensAwayFromTheCaller() async throws {
    let path = folder.write("text", "a.md")
    #expect(try await loader.open(path).text.string == "text")
    await #expect(throws: LoadError.isFolder(folder.path)) { try await loader.open(folder.path) }
  }

  @Test func keepsNamesThatAreNoText() throws {
    let name = FilePath(bytes: [0x61, 0xFF, 0x2E, 0x6D, 0x64])
    let document = try loader.load(folder.write("x", name))
    #expect(document.file.path.nameBytes == name.bytes)
    #expect(document.file.path.string == nil)
  }
}
