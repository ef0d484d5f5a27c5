import Foundation
import Testing

@Suite("Icons")
struct IconTests {
  /// Icon names in the project's own theme and in the ones that GTK falls back to.
  static let known: Set<String> = {
    var names = Set(Repository.files(below: "data/icons", ending: ".svg").map(name))
    for theme in ["/usr/share/icons/Adwaita", "/usr/share/icons/hicolor"] {
      guard let walker = FileManager.default.enumerator(atPath: theme) else { continue }
      for case let path as String in walker where path.hasSuffix(".svg") { names.insert(name(path)) }
    }
    return names
  }()

  static func name(_ path: String) -> String {
    String(path.split(separator: "/").last!.dropLast(4))
  }

  @Test(
    "Every symbolic icon that the sources name exists", .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/icons/Adwaita")))
  func iconsExist() throws {
    var named = 0
    for file in Repository.files(below: "Sources", ending: ".swift") {
      for match in try Repository.text(file).matches(of: /"([a-z0-9.-]+-symbolic)"/) {
        named += 1
        #expect(Self.known.contains(String(match.output.1)), "\(file) names \(match.output.1)")
      }
    }
    #expect(named > 0)
  }

  @Test(
    "Our own icons are filled shapes on a 16 px grid, as GTK recolours them",
    arguments: Repository.files(below: "data/icons/hicolor/scalable/actions"))
  func iconsAreSymbolic(file: String) throws {
    let text = try Repository.text(file)
    #expect(file.hasSuffix("-symbolic.svg"))
    #expect(text.contains(#"viewBox="0 0 16 16""#))
    #expect(!text.contains(/stroke|<image|<text|<style|gradient/), "GTK recolours filled shapes only")
  }
}
