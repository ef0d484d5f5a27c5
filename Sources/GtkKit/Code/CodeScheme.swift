// Owns: the way from GtkSourceView's tags to meanings: a style scheme whose colours are numbers.
// GtkSourceView tells what a word is only by the look that a scheme gives it. It reads schemes from files alone, so this one is
// written to a folder of its own, read, and taken away again.

import CGLib
import CGLibShim
import CGtk
import GLibKit
import TextModel

/// The style scheme that marks meanings.
@MainActor
final class CodeScheme {
  static let shared = CodeScheme()

  /// GtkSourceView's scheme; nil when it could not be made, and code has no colours then.
  let native: OpaquePointer?
  private let manager: GObjectRef

  /// What each of GtkSourceView's common styles means; languages map their own styles to these.
  private static let meanings: [(style: HighlightStyle, names: [String])] = [
    (.codeComment, ["comment", "doc-comment", "shebang"]),
    (.codeString, ["string", "character", "special-char", "inserted"]),
    (.codeNumber, ["number", "decimal", "floating-point", "base-n-integer", "complex", "constant", "boolean", "special-constant"]),
    (.codeKeyword, ["keyword", "statement", "reserved", "doc-comment-element"]),
    (.codeType, ["type", "heading"]),
    (.codeFunction, ["function", "builtin", "identifier"]),
    (.codeDirective, ["preprocessor", "preformatted", "deleted"]),
  ]

  private init() {
    manager = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_source_style_scheme_manager_new()!))
    guard let folder = g_dir_make_tmp("masthead-XXXXXX", nil) else {
      native = nil
      return
    }
    defer {
      g_rmdir(folder)
      g_free(folder)
    }
    let path = String(cString: folder) + "/meanings.xml"
    defer { g_unlink(path) }
    guard g_file_set_contents(path, Self.source, -1, nil) != 0 else {
      native = nil
      return
    }
    let object = OpaquePointer(manager.pointer)
    withCStrings([String(cString: folder)]) { gtk_source_style_scheme_manager_set_search_path(object, $0) }
    native = gtk_source_style_scheme_manager_get_scheme(object, "masthead-meanings")
  }

  private static var source: String {
    var source = "<?xml version=\"1.0\"?>\n<style-scheme id=\"masthead-meanings\" name=\"Meanings\" version=\"1.0\">\n"
    for (style, names) in meanings {
      let number = String(style.rawValue + 1, radix: 16)
      let colour = "#0000" + (number.count < 2 ? "0" : "") + number
      for name in names { source += "<style name=\"def:\(name)\" foreground=\"\(colour)\"/>\n" }
    }
    return source + "</style-scheme>\n"
  }

  /// What a tag says by its colour; nil when it says nothing.
  static func meaning(of tag: UnsafeMutableRawPointer) -> HighlightStyle? {
    var colour: HighlightStyle?
    withValue(gdk_rgba_get_type()) { value in
      g_object_get_property(tag.assumingMemoryBound(to: GObject.self), "foreground-rgba", value)
      guard let rgba = g_value_get_boxed(value)?.assumingMemoryBound(to: GdkRGBA.self) else { return }
      let number = Int((rgba.pointee.blue * 255).rounded()) - 1
      guard rgba.pointee.red == 0, rgba.pointee.green == 0, number >= 0 else { return }
      colour = HighlightStyle(rawValue: UInt8(number))
    }
    return colour
  }
}

/// Finds language definitions by the words that people write behind a fence.
@MainActor
final class CodeLanguages {
  private var found: [String: OpaquePointer?] = [:]

  /// What people write where GtkSourceView has another word.
  private static let otherNames: [String: String] = [
    "bash": "sh", "shell": "sh", "zsh": "sh", "console": "sh", "c++": "cpp", "h": "chdr", "c#": "c-sharp", "csharp": "c-sharp",
    "cs": "c-sharp",
    "python": "python3", "py": "python3", "golang": "go", "javascript": "js", "node": "js", "jsx": "jsx", "ts": "typescript",
    "tsx": "typescript-jsx", "objective-c": "objc", "rs": "rust", "rb": "ruby", "kt": "kotlin", "kts": "kotlin", "yml": "yaml",
    "tex": "latex",
    "patch": "diff", "hs": "haskell", "pl": "perl", "docker": "dockerfile", "make": "makefile", "md": "markdown", "ps1": "powershell",
    "f#": "fsharp", "jsonc": "json", "svg": "xml", "plist": "xml", "htm": "html", "text": "", "txt": "", "plain": "", "plaintext": "",
  ]

  /// Gives the definition; nil when there is none.
  func find(_ word: String) -> OpaquePointer? {
    let name = word.lowercased()
    guard !name.isEmpty, name.utf8.count < 40, !name.utf8.contains(0) else { return nil }
    if let known = found[name] { return known }
    let language = lookUp(name)
    if found.count > 500 { found = [:] }
    found[name] = language
    return language
  }

  private func lookUp(_ name: String) -> OpaquePointer? {
    let manager = gtk_source_language_manager_get_default()
    let id = Self.otherNames[name] ?? name
    guard !id.isEmpty else { return nil }
    if let language = gtk_source_language_manager_get_language(manager, id) { return language }
    // `{.swift}` and `language-swift` are written, too; and the ending of a file's name says as much.
    let plain = String(id.drop { "{.".contains($0) }.prefix { $0 != "}" && $0 != "," && $0 != ":" })
    if plain != id { return find(plain) }
    if id.hasPrefix("language-") { return find(String(id.dropFirst(9))) }
    guard id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
    return gtk_source_language_manager_guess_language(manager, "a." + id, nil)
  }
}
