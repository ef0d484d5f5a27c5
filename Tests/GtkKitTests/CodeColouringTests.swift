import GLibKit
import GtkKit
import RandomTexts
import TextModel
import XCTest

/// Code gets its meanings from GtkSourceView's definitions, the same after edits as anew, and nothing where it is unknown or too long.
nonisolated final class CodeColouringTests: XCTestCase {
  override func setUpWithError() throws { try requireDisplay() }

  func testMeaningsOfSwift() {
    onMainActor {
      let code = "// note\nlet name = \"text\"\nfunc run() -> Int { return 42 }\n"
      XCTAssertEqual(Self.words(code, "swift", .codeComment), ["// note"])
      XCTAssertEqual(Self.words(code, "swift", .codeString), ["\"text\""])
      XCTAssertEqual(Self.words(code, "swift", .codeNumber), ["42"])
      XCTAssertTrue(Self.words(code, "swift", .codeKeyword).contains("return"))
    }
  }

  func testOtherNamesOfLanguages() {
    onMainActor {
      for name in ["python", "Python", "js", "javascript", "bash", "c++", "rs", "{.swift}", "language-go", "yml"] {
        XCTAssertTrue(CodeColouring.shared.knows(name), name)
      }
      for name in ["", "text", "nonsense", "../../etc/passwd", "a\0b", String(repeating: "x", count: 1000)] {
        XCTAssertFalse(CodeColouring.shared.knows(name), name)
        XCTAssertEqual(CodeColouring.shared.spans(of: "let x = 1", language: name), [])
      }
    }
  }

  func testOffsetsAreBytesBehindWideCharacters() {
    onMainActor {
      XCTAssertEqual(Self.words("x = '漢字👩‍👩‍👧e\u{301}'  # 本\n", "python", .codeComment), ["# 本"])
    }
  }

  func testAnEditGivesWhatTheWholeWouldGive() {
    onMainActor {
      var generator = SeededGenerator(seed: 4)
      var code = "def f(x):\n    return \"é\" + 'b'  # note\n\nclass A:\n    pass\n"
      for step in 0..<150 {
        var scalars = Array(code.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &generator)
        if Bool.random(using: &generator), place < scalars.count {
          scalars.remove(at: place)
        } else {
          scalars.insert(
            contentsOf: ["\"", "#", "x", "\n", "漢", "'''", "def "].randomElement(using: &generator)!.unicodeScalars, at: place)
        }
        code = String(String.UnicodeScalarView(scalars))
        let edited = CodeColouring.shared.spans(of: code, language: "python")
        // Thirty other pieces push this one out, so that the next look at it is from the start.
        for other in 0..<30 { _ = CodeColouring.shared.spans(of: "\(step) \(other)", language: ["c", "go", "rust"][other % 3]) }
        XCTAssertEqual(edited, CodeColouring.shared.spans(of: code, language: "python"), "step \(step)")
      }
    }
  }

  func testLongCodeGetsNone() {
    onMainActor {
      let line = "let x = 1\n"
      XCTAssertFalse(CodeColouring.shared.spans(of: String(repeating: line, count: 200), language: "swift").isEmpty)
      XCTAssertTrue(CodeColouring.shared.spans(of: String(repeating: line, count: 300), language: "swift").isEmpty)
      XCTAssertTrue(CodeColouring.shared.spans(of: "let x = \"" + String(repeating: "y", count: 3000), language: "swift").isEmpty)
    }
  }

  @MainActor private static func words(_ code: String, _ language: String, _ style: HighlightStyle) -> [String] {
    let bytes = Array(code.utf8)
    return CodeColouring.shared.spans(of: code, language: language).filter { $0.style == style }.map {
      String(decoding: bytes[$0.range.bytes], as: UTF8.self)
    }
  }
}
