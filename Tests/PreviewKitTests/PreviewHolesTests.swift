import Markdown
import XCTest

@testable import PreviewKit
@testable import Typesetting

/// Every way in which a document has made other programs run or fetch something, through every construct that could carry it.
///
/// The preview cannot run anything: what is left are the addresses of links, which may only be offered, and of pictures, which are opened.
nonisolated final class PreviewHolesTests: XCTestCase {
  private static let kinds: [(name: String, html: String, address: String)] = [
    ("script", "<script>alert(1)</script><script src=\"http://127.0.0.1:9/x.js\"></script>", "javascript:alert(1)"),
    ("handler", "<img src=x onerror=alert(1)><b onclick=alert(1)>x</b>", "x\" onerror=\"alert(1)"),
    ("javascript link", "<a href=\"javascript:alert(1)\">x</a>", "javascript:alert(1)"),
    ("data link", "<a href=\"data:text/html,<script>1</script>\">x</a>", "data:text/html;base64,PHNjcmlwdD4="),
    ("iframe", "<iframe src=\"http://127.0.0.1:9/\"></iframe>", "about:srcdoc"),
    ("srcdoc", "<iframe srcdoc=\"<script>1</script>\"></iframe>", "view-source:http://127.0.0.1:9/"),
    ("object, embed", "<object data=\"file:///etc/passwd\"></object><embed src=\"x.swf\">", "file:///etc/passwd"),
    ("svg script", "<svg><script>alert(1)</script></svg>", "data:image/svg+xml,<svg onload=alert(1)>"),
    ("style onload", "<style onload=alert(1)>@import url(http://127.0.0.1:9/)</style>", "vbscript:x"),
    ("form", "<form action=\"http://127.0.0.1:9/\"><input autofocus onfocus=alert(1)></form>", "smb://127.0.0.1/x"),
    (
      "meta refresh, base", "<meta http-equiv=refresh content=\"0;url=http://127.0.0.1:9/\"><base href=\"http://127.0.0.1:9/\">",
      "//127.0.0.1/x"
    ),
    (
      "preload, preconnect", "<link rel=preconnect href=\"http://127.0.0.1:9/\"><link rel=preload as=image href=\"http://127.0.0.1:9/x\">",
      "ftp://127.0.0.1/x"
    ),
    ("image map", "<img usemap=\"#m\" src=x><map name=m><area href=\"javascript:1\"></map>", "\u{1}javascript:1"),
    ("video, audio", "<video autoplay src=\"http://127.0.0.1:9/x\"></video><audio src=\"http://127.0.0.1:9/x\"></audio>", "vscode://x"),
    ("css url", "<div style=\"background:url(http://127.0.0.1:9/x)\">x</div>", "JaVaScRiPt:alert(1)"),
    ("ruby, math", "<ruby>x<rt><script>1</script></rt></ruby><math><mtext href=\"javascript:1\">x</mtext></math>", "java%73cript:alert(1)"),
    ("outside file", "<img src=\"../../../../etc/passwd\"><img src=\"/proc/self/environ\">", "/proc/self/environ"),
    ("remote image", "<img src=\"http://127.0.0.1:9/x.png\">", "http://127.0.0.1:9/x.png"),
  ]

  private static let places: [(name: String, wrap: @Sendable (_ html: String, _ address: String) -> String)] = [
    ("raw HTML", { html, _ in html }),
    ("in a line", { html, _ in "Words \(html) words" }),
    ("link", { _, address in "[x](<\(address)>)" }),
    ("image", { _, address in "![x](<\(address)>)" }),
    ("reference", { _, address in "[x][r] ![y][r]\n\n[r]: <\(address)>" }),
    ("code info", { html, address in "```\(address)\n\(html)\n```" }),
    ("front matter", { html, address in "---\ntitle: \(html)\nlink: \(address)\n---\n" }),
    ("footnote", { html, address in "x[^1]\n\n[^1]: \(html) [x](<\(address)>)" }),
    ("toc", { html, address in "[[toc]]\n\n# \(html) [x](<\(address)>)" }),
    ("table", { html, address in "| \(html) | [x](<\(address)>) |\n|---|---|" }),
    ("heading", { html, address in "# \(html) [x](<\(address)>)" }),
    ("autolink", { _, address in "<\(address)>" }),
  ]

  func testNothingIsOpenedByItself() {
    var matrix = "| hole | " + Self.places.map(\.name).joined(separator: " | ") + " |\n"
    for kind in Self.kinds {
      matrix += "| \(kind.name) |"
      for place in Self.places {
        let faults = Self.faults(in: place.wrap(kind.html, kind.address))
        matrix += faults.isEmpty ? " 0 |" : " \(faults.count) |"
        XCTAssertEqual(faults, [], "\(kind.name) through \(place.name)")
      }
      matrix += "\n"
    }
    print(matrix)
  }

  /// What of a text could reach something outside the document's folder.
  private static func faults(in text: String) -> [String] {
    let folder = "/nowhere/folder"
    let galley = Galley(typesetter: Typesetter(sheet: .light), width: 500)
    let asked = AskedPictures()
    galley.pictures = asked
    galley.update(MarkdownDocument(text))
    var faults: [String] = []
    for strip in galley.strips.indices {
      for leaf in galley.strips[strip].leaves.indices {
        galley.set(strip: strip, leaf: leaf)
        for words in galley.words(strip: strip, leaf: leaf) {
          for link in words.links {
            switch LinkTarget(link.address, folder: folder) {
            // The system opens these when the reader clicks, and nothing before.
            case .web(let address) where !address.hasPrefix("http://127.0.0.1:9/"): faults.append("opens \(address)")
            case .document(let path, _) where !path.hasPrefix(folder), .file(let path) where !path.hasPrefix(folder):
              faults.append("opens \(path)")
            default: break
            }
          }
        }
      }
    }
    for address in asked.addresses where (try? PictureFile.resolve(address, folder: folder)) != nil {
      faults.append("reads \(String(decoding: address, as: UTF8.self))")
    }
    return faults
  }
}

/// Notes which pictures are asked for.
nonisolated private final class AskedPictures: PictureSource {
  var addresses: [[UInt8]] = []
  func picture(at address: [UInt8]) -> PictureState {
    addresses.append(address)
    return .failed(.missing)
  }
}
