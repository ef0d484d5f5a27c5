import Testing

@Suite("House rules")
struct HouseRulesTests {
  /// Files that may be longer than 400 lines, and why.
  static let long: [String: String] = [
    "Sources/Markdown/Tables/EmojiNames.swift": "a table, one line a row"
  ]

  @Test("No file is over 400 lines without a reason")
  func length() throws {
    let files = Repository.files(below: "Sources", ending: ".swift") + Repository.files(below: "Tests", ending: ".swift")
    for file in files {
      let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 401 || Self.long[file] != nil, "\(file) has \(lines) lines")
    }
    for file in Self.long.keys {
      #expect(files.contains(file), "\(file) is excused but not there")
    }
  }

  @Test("Nothing is put off with a mark in the code")
  func nothingPutOff() throws {
    for file in Repository.files(below: "Sources") {
      let text = try Repository.text(file)
      #expect(!text.contains(/\b(TODO|FIXME|XXX|HACK)\b/), "\(file)")
    }
  }

  @Test("Folders are the user's nouns")
  func folders() {
    for file in Repository.files(below: "Sources") {
      #expect(!file.contains(/\/(Helpers?|Utils?|Utilities|Managers?|Misc|Common)\//), "\(file)")
    }
  }

  @Test("Nothing names the place where it was written")
  func nothingNamesTheWorkplace() throws {
    // In pieces, so that this file does not name it either.
    let names = [
      "/wo" + "rk/", "/tmp" + "/w/", "sub" + "agent", "work" + "tree", ".lib" + "rary/", "Cla" + "ude", "Anth" + "ropic", "Chat" + "GPT",
    ]
    for file in try Repository.kept() {
      guard let text = try? Repository.text(file) else { continue }
      for name in names {
        #expect(!text.contains(name), "\(file) holds \(name)")
      }
    }
  }

  @Test("Scripts can be run", arguments: Repository.files(below: "scripts") + [".ci/run", "Tests/Desktop/run.py"])
  func scriptsRun(file: String) throws {
    #expect(try Repository.text(file).hasPrefix("#!"))
    #expect(try Repository.run("test", "-x", file).status == 0, "\(file) is not executable")
  }
}
