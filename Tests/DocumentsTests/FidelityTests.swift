import RandomTexts
import TextModel
import Testing

@testable import Documents

/// Bar item 9: what is opened and saved without an edit is the same bytes, or was never offered for editing.
struct FidelityTests {
  private let folder = TemporaryFolder()

  private static func legacy(_ name: String, _ text: String) -> [UInt8] {
    (try? FileEncoding(.legacy(name)).encode(Array(text.utf8))) ?? []
  }

  private static func wide(_ scheme: FileEncoding.Scheme, _ text: String) -> [UInt8] {
    (try? FileEncoding(scheme, hasMark: true).encode(Array(text.utf8))) ?? []
  }

  /// Name, bytes, and whether they may be edited.
  static let files: [(String, [UInt8], Bool)] = [
    ("LF", "a\nb\n".bytes, true), ("CRLF", "a\r\nb\r\n".bytes, true), ("CR", "a\rb\r".bytes, true),
    ("mixed LF CRLF", "a\nb\r\nc".bytes, true), ("mixed all", "a\rb\nc\r\nd\n\r".bytes, true), ("LF CR", "a\n\rb".bytes, true),
    ("UTF-8 mark", [0xEF, 0xBB, 0xBF] + "a\n".bytes, true), ("mark alone", [0xEF, 0xBB, 0xBF], true),
    ("two marks", [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x61], true), ("UTF-16LE", wide(.utf16LittleEndian, "ä\r\n😀"), true),
    ("UTF-16BE", wide(.utf16BigEndian, "ä\r\n😀"), true), ("UTF-16 mark alone", [0xFF, 0xFE], true),
    ("UTF-32LE", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], false),
    ("no last line end", "a\nb".bytes, true), ("only LF", "\n".bytes, true), ("only CRLF", "\r\n".bytes, true),
    ("only CR", "\r".bytes, true),
    ("empty", [], true), ("two last line ends", "a\n\n".bytes, true), ("trailing blanks", "a  \n\t\n ".bytes, true),
    ("U+2028", "a\u{2028}b".bytes, true), ("U+2029", "a\u{2029}b".bytes, true), ("U+0085", "a\u{85}b".bytes, true),
    ("VT FF", "a\u{B}b\u{C}c".bytes, true), ("NUL", [0x61, 0, 0x62], false), ("only NUL", [0], false),
    ("lone continuation", [0x61, 0x80], false), ("cut sequence", [0xE6, 0xBC], false), ("overlong", [0xC0, 0xAF], false),
    ("surrogate", [0xED, 0xA0, 0x80], false), ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80], false), ("byte FF", [0x61, 0xFF, 0x0A], false),
    ("ISO-8859-15", legacy("ISO-8859-15", "Größe €\n"), false), ("WINDOWS-1252", legacy("WINDOWS-1252", "„Größe“\r\n"), false),
    ("KOI8-R", legacy("KOI8-R", "Привет\n"), false), ("SHIFT_JIS", legacy("SHIFT_JIS", "日本語の文\n"), false),
    ("GB18030", legacy("GB18030", "中文文件\n"), false), ("EUC-KR", legacy("EUC-KR", "한국어\n"), false),
    ("NFC", "\u{E9}\n".bytes, true), ("NFD", "e\u{301}\n".bytes, true),
    ("line of 1 MB", [UInt8](repeating: 0x78, count: 1 << 20), true), ("controls", [0x01, 0x1B, 0x7F, 0x0A], true),
    ("noncharacters", "\u{FFFE}\u{FFFF}\u{10FFFF}".bytes, true),
  ]

  @Test(arguments: files.map(\.0))
  func keepsEveryByte(name: String) throws {
    let (_, bytes, isEditable) = Self.files.first { $0.0 == name }!
    let path = folder.write(bytes, "a.md")
    let document = try Loader().load(path)
    #expect(document.isEditable == isEditable)
    #expect(!bytes.isEmpty || name == "empty")
    guard isEditable else {
      // Opened in the encoding that it is in, it may be edited, and keeps its bytes too.
      if let encoding = document.likelyEncodings.first(where: { $0.name == name }) {
        let again = try Loader().load(path, as: encoding)
        _ = try Saver(state: folder.state).save(
          again.text.bytes(in: again.text.range), to: path, encoding: encoding, over: .document(again.file))
        #expect(folder.read(path) == bytes)
      }
      return
    }
    let text = document.text.bytes(in: document.text.range)
    let encoding = document.file.encoding
    let saved = try Saver(state: folder.state).save(text, to: path, encoding: encoding, over: .document(document.file))
    #expect(folder.read(path) == bytes)
    // An edit in the middle changes nothing else.
    let middle = document.text.boundary(atOrBefore: TextOffset(text.count / 2)).utf8
    let edited = Array(text[..<middle]) + "EDIT".bytes + text[middle...]
    _ = try Saver(state: folder.state).save(edited, to: path, encoding: encoding, over: .document(saved))
    let now = try #require(folder.read(path))
    let inserted = try encoding.encode("EDIT".bytes).count - encoding.mark.count
    let start = try encoding.encode(Array(text[..<middle])).count
    #expect(now.count == bytes.count + inserted)
    #expect(now[..<start] == bytes[..<start])
    #expect(now[(start + inserted)...].elementsEqual(bytes[start...]))
  }

  @Test func hasFortyFiles() {
    #expect(Self.files.count >= 40)
  }

  /// Ten thousand random byte strings: the same bytes again, or read-only; those that are kept go to the disk every tenth time.
  @Test func changesNoRandomBytesSilently() throws {
    var random = SeededGenerator(seed: 9)
    let pieces: [[UInt8]] = [
      "a".bytes, "\n".bytes, "\r\n".bytes, "é".bytes, "漢".bytes, "😀".bytes, [0xFF], [0xC3], [0xE6, 0xBC], [0x80], [0xEF, 0xBB, 0xBF],
      [0xFF, 0xFE], [0xFE, 0xFF], "\u{2029}".bytes, "\r".bytes, " ".bytes,
    ]
    var editable = 0
    for round in 0..<10_000 {
      // Half of them whole characters only, so that many can be edited.
      let choice = round % 2 == 0 ? pieces : pieces.filter { firstInvalidByte($0) == nil }
      var bytes = (0..<Int.random(in: 0..<40, using: &random)).flatMap { _ in choice.randomElement(using: &random)! }
      if round % 7 == 0 { bytes = [0xFF, 0xFE] + bytes }
      let encoding = FileEncoding.marked(at: bytes)
      guard let text = try? encoding.decode(bytes) else { continue }
      editable += 1
      #expect(try encoding.encode(text) == bytes)
      #expect(firstInvalidByte(text) == nil && !text.contains(0))
      if round % 10 == 1 {
        let path = folder.write(bytes, "a.md")
        let document = try Loader().load(path)
        _ = try Saver(state: folder.state).save(
          document.text.bytes(in: document.text.range), to: path, encoding: document.file.encoding, over: .document(document.file))
        #expect(folder.read(path) == bytes)
      }
    }
    #expect(editable > 4_000)
  }
}
