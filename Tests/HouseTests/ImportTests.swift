import Testing

/// What each module may see. The manifest's arrows are enforced by the compiler; this table keeps the manifest itself to the design, and
/// system modules to where they are meant to be.
@Suite("Imports point down only")
struct ImportTests {
  /// Module → what its files may import beyond Swift's own standard library. A floor per line, bottom first.
  static let allowed: [String: Set<String>] = [
    "TextModel": [],
    "Markdown": ["TextModel"],
    "MarkdownEditing": ["Markdown", "TextModel"],
    "Commands": ["MarkdownEditing", "Markdown", "TextModel"],
    "HeaderModel": [],
    "Searching": ["Markdown", "TextModel"],
    "GLibKit": ["CGLib", "CGLibShim", "Dispatch", "Glibc", "Synchronization"],
    "Spelling": ["CEnchant"],
    "Expressions": ["TextModel", "CPcre"],
    "Typesetting": ["Markdown", "TextModel", "CPango", "CPixbuf", "CGLib", "CHyphen", "Glibc", "Synchronization"],
    "Documents": ["GLibKit", "TextModel", "CSystem", "Dispatch", "Glibc", "Synchronization"],
    "GtkKit": ["GLibKit", "TextModel", "CGLib", "CGLibShim", "CGtk", "CGtkSourceView", "CGtkShim"],
    "HeaderKit": ["HeaderModel", "GtkKit", "GLibKit"],
    "PreviewKit": ["Typesetting", "Markdown", "TextModel", "GtkKit", "GLibKit", "CGtkShim", "CPango"],
    "MastheadApp": [
      "HeaderKit", "PreviewKit", "GtkKit", "Documents", "GLibKit", "Typesetting", "Expressions", "Spelling", "Commands", "MarkdownEditing",
      "Searching", "Markdown", "TextModel", "HeaderModel", "Glibc", "Synchronization",
    ],
    "masthead": ["MastheadApp", "GLibKit"],
  ]

  static func imports(of path: String) throws -> [String] {
    try Repository.text(path).split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ").map(String.init)
      while let first = words.first, first.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(first) {
        words.removeFirst()
      }
      guard words.first == "import", words.count > 1 else { return nil }
      // `import struct Module.Name` names the module third.
      let named = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"].contains(words[1]) ? words[2] : words[1]
      return String(named.prefix { $0 != "." && $0 != ";" })
    }
  }

  @Test("Each module imports only what is under it", arguments: allowed.keys.sorted())
  func importsPointDown(module: String) throws {
    let files = Repository.files(below: "Sources/\(module)", ending: ".swift")
    #expect(!files.isEmpty, "Sources/\(module) has no Swift file")
    for file in files {
      for name in try Self.imports(of: file) {
        #expect(Self.allowed[module]!.contains(name), "\(file) imports \(name)")
      }
    }
  }

  @Test("Every module with Swift in it is in the table")
  func tableIsWhole() {
    let modules = Set(Repository.files(below: "Sources", ending: ".swift").map { String($0.split(separator: "/")[1]) })
    #expect(modules == Set(Self.allowed.keys))
  }

  @Test("GTK's C types are named by GtkKit alone, or through it")
  func cStaysDown() throws {
    for module in ["HeaderKit", "MastheadApp", "masthead"] {
      for file in Repository.files(below: "Sources/\(module)", ending: ".swift") {
        let calls = try Repository.text(file).split(separator: "\n").filter { line in
          !line.drop { $0 == " " }.hasPrefix("//") && line.contains(/\b(gtk|adw|gdk|g)_[a-z]+_[a-z_]+\(/)
        }
        #expect(calls.isEmpty, "\(file) calls C: \(calls)")
      }
    }
  }
}
