import XCTest

@testable import PreviewKit

nonisolated final class LinkTargetTests: XCTestCase {
  private func target(_ address: String) -> LinkTarget { LinkTarget(Array(address.utf8), folder: "/home/me/notes") }

  func testTheWebIsOpenedByTheSystem() {
    for address in ["http://a.b", "https://a.b/c?d#e", "HTTPS://a.b", "mailto:me@a.b"] { XCTAssertEqual(target(address), .web(address)) }
  }

  func testHeadingsAreScrolledTo() {
    XCTAssertEqual(target("#a-b"), .heading("a-b"))
    XCTAssertEqual(target("#%C3%A4"), .heading("ä"))
  }

  func testTextsOpenHere() {
    XCTAssertEqual(target("a.md"), .document(path: "/home/me/notes/a.md", heading: nil))
    XCTAssertEqual(target("b/../a%20b.markdown#top"), .document(path: "/home/me/notes/a b.markdown", heading: "top"))
    XCTAssertEqual(target("../other/c.TXT"), .document(path: "/home/me/other/c.TXT", heading: nil))
  }

  func testOtherFilesOfTheFolderAreShown() {
    XCTAssertEqual(target("x.pdf"), .file(path: "/home/me/notes/x.pdf"))
    XCTAssertEqual(target("./sub/x.sh?y#z"), .file(path: "/home/me/notes/sub/x.sh"))
  }

  func testEverythingElseDoesNothing() {
    let schemes = [
      "javascript", "vbscript", "data", "file", "blob", "about", "view-source", "ftp", "sftp", "smb", "ssh", "telnet", "tel", "vscode",
      "steam",
      "app", "resource", "gopher", "ldap", "jar", "chrome", "x", "http+unix", "ms-word", "obsidian", "skype", "callto", "magnet", "irc",
    ]
    for scheme in schemes {
      for address in [
        scheme + ":x", scheme + "://x/y", scheme.uppercased() + ":x", " " + scheme + ":x", "\u{1}" + scheme + ":x",
        scheme.prefix(1) + "\t" + scheme.dropFirst() + ":x",
        scheme.prefix(1) + "\n" + scheme.dropFirst() + ":x",
      ] {
        XCTAssertEqual(target(String(address)), .unopened, address.debugDescription)
      }
    }
    for address in [
      "", "//host/x.md", "/etc/passwd", "../x.pdf", "a/../../x.pdf", "../../../../../../x.md", "\\\\host\\x.md", "http:x", "https://",
      "http:/x", ":x", "a%00.md", "%0aa.md",
      "%2e%2e/x.pdf", "../notes-2/x.pdf", "/home/me/notes/../x.pdf",
    ] {
      XCTAssertEqual(target(address), .unopened, address.debugDescription)
    }
  }

  func testADocumentWithoutAFolderLeadsToTheWebOnly() {
    XCTAssertEqual(LinkTarget(Array("a.md".utf8), folder: nil), .unopened)
    XCTAssertEqual(LinkTarget(Array("https://a.b".utf8), folder: nil), .web("https://a.b"))
  }
}
