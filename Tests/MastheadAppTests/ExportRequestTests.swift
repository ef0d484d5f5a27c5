import XCTest

@testable import Documents
@testable import MastheadApp

nonisolated final class ExportRequestTests: XCTestCase {
  private func request(_ words: String...) throws -> ExportRequest {
    try ExportRequest(["masthead"].map { Array($0.utf8) } + words.map { Array($0.utf8) })
  }

  private func fault(_ words: String..., file: StaticString = #filePath, line: UInt = #line) -> ExportRequest.Fault? {
    do throws(ExportRequest.Fault) {
      _ = try ExportRequest([Array("masthead".utf8)] + words.map { Array($0.utf8) })
      XCTFail("understood", file: file, line: line)
      return nil
    } catch {
      return error
    }
  }

  func testFormatFollowsTheSuffix() throws {
    XCTAssertEqual(try request("--export", "a.html", "a.md").format, .html)
    XCTAssertEqual(try request("--export=A.HTM", "a.md").format, .html)
    XCTAssertEqual(try request("a.md", "--export", "b.pdf").format, .pdf)
    XCTAssertEqual(try request("--export", "b.txt", "--format", "html", "a.md").format, .html)
    XCTAssertEqual(fault("--export", "a.txt", "a.md"), .unknownSuffix("a.txt"))
    XCTAssertEqual(fault("--export", "html", "a.md"), .unknownSuffix("html"))
  }

  func testTheWindowSaysWhyAFileWasNotWritten() throws {
    try onMain {
      let path = FilePath("/folder/out.pdf")
      XCTAssertEqual(
        ExportWording.reason(.permissionDenied(path, onReadOnlyFileSystem: false)), "You do not have the permission to write there.")
      XCTAssertEqual(ExportWording.reason(.permissionDenied(path, onReadOnlyFileSystem: true)), "It is on a medium that can only be read.")
      XCTAssertEqual(ExportWording.reason(.noSpace(path)), "There Is No Space Left for “out.pdf”")
      XCTAssertEqual(ExportWording.reason(.isFolder(path)), "“out.pdf” Is a Folder")
    }
  }

  func testStandardOutputNeedsAFormat() throws {
    XCTAssertEqual(fault("--export", "-", "a.md"), .noFormat)
    XCTAssertEqual(fault("--export", "-", "--format", "html", "a.md", "b.md"), .severalFiles)
    XCTAssertEqual(fault("--export", "-", "--format", "docx", "a.md"), .badValue(option: "--format", value: "docx"))
    XCTAssertEqual(try request("--export", "-", "--format=pdf", "a.md").jobs, [.init(input: "a.md", output: nil)])
    XCTAssertEqual(try request("--export", "x.html", "-").jobs, [.init(input: nil, output: "x.html")])
  }

  func testNamesOfSeveralFiles() throws {
    XCTAssertEqual(
      try request("--export", "out/%n.html", "a.md", "b/c.tar.md", ".d").jobs.map(\.output),
      ["out/a.html", "out/c.tar.html", "out/.d.html"])
    XCTAssertEqual(try request("--export", "50%%-%n.html", "a.md").jobs.map(\.output), ["50%-a.html"])
    XCTAssertEqual(fault("--export", "x.html", "a.md", "b.md"), .severalFiles)
    XCTAssertEqual(fault("--export", "%%n.html", "a.md", "b.md"), .severalFiles)
    XCTAssertEqual(fault("--export", "%n.html", "a.md", "b/a.md"), .sameName("a.html"))
    XCTAssertEqual(fault("--export", "./a.html", "a.html"), .overItself("./a.html"))
  }

  func testWhatIsMissing() {
    XCTAssertEqual(fault("--export", "a.html"), .noFile)
    XCTAssertEqual(fault("--export", "", "a.md"), .noOutput)
    XCTAssertEqual(fault("a.md", "--export"), .missingValue("--export"))
    XCTAssertEqual(fault("--export", "a.html", "--view", "split", "a.md"), .unknownOption("--view"))
    XCTAssertEqual(fault("--export", "a.html", "-x", "a.md"), .unknownOption("-x"))
    XCTAssertEqual(fault("--export", "a.html", "--toc=yes", "a.md"), .unknownOption("--toc"))
  }

  func testSettings() throws {
    let settings = try request(
      "--export", "a.pdf", "--paper", "148x210mm", "--margins", "1in,20mm", "--theme", "sepia", "--toc", "--linked", "--", "--toc"
    ).settings
    XCTAssertEqual(settings.paper.width, 148 / 25.4 * 72, accuracy: 0.001)
    XCTAssertEqual(settings.paper.height, 210 / 25.4 * 72, accuracy: 0.001)
    XCTAssertEqual(settings.margins.map { [$0.top, $0.bottom] }, [72, 72])
    XCTAssertEqual(settings.margins?.left ?? 0, 20 / 25.4 * 72, accuracy: 0.001)
    XCTAssertEqual(settings.theme, "sepia")
    XCTAssertTrue(settings.hasContents && settings.isLinked)
    for paper in ["a4x", "x", "10x", "1x1mm", "nanxnan", "100x100em", "-5x10in", "1e9x1e9"] {
      XCTAssertEqual(fault("--export", "a.pdf", "--paper", paper, "a.md"), .badValue(option: "--paper", value: paper))
    }
    for margins in ["", "1,2,3,4,5", "1,,2", "x", "-1"] {
      XCTAssertEqual(fault("--export", "a.pdf", "--margins", margins, "a.md"), .badValue(option: "--margins", value: margins))
    }
  }

  func testPathsNeedNotBeText() throws {
    let name: [UInt8] = [0xFF, 0x61]
    let request = try ExportRequest([
      Array("masthead".utf8), Array("--export=".utf8) + [0xFE] + Array("%n.html".utf8), name + Array(".md".utf8),
    ])
    XCTAssertEqual(
      request.jobs, [.init(input: FilePath(bytes: name + Array(".md".utf8)), output: FilePath(bytes: [0xFE] + name + Array(".html".utf8)))])
  }

  func testWhoIsAsked() {
    func isAsked(_ words: String...) -> Bool { ExportRequest.isAsked([Array("masthead".utf8)] + words.map { Array($0.utf8) }) }
    XCTAssertTrue(isAsked("--export", "a.html", "a.md"))
    XCTAssertTrue(isAsked("a.md", "--export=a.html"))
    XCTAssertFalse(isAsked("a.md", "--", "--export"))
    XCTAssertFalse(isAsked("--export", "--help"))
    XCTAssertFalse(isAsked("--exports"))
  }

  func testTheWayFromThePageToTheImages() {
    XCTAssertEqual(HTMLExporter.prefix(to: "/a/b", from: "/a/b/x.html"), "")
    XCTAssertEqual(HTMLExporter.prefix(to: "/a/b", from: "/a/x.html"), "b/")
    XCTAssertEqual(HTMLExporter.prefix(to: "/a/ü b", from: "/c/d/x.html"), "../../a/%C3%BC%20b/")
    XCTAssertEqual(HTMLExporter.prefix(to: "/a", from: nil), "")
  }
}
