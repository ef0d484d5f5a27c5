import Markdown

/// The colours of code as a page of HTML has them: a class for each kind.
enum WebCode {
  /// The classes, in the order of `Palette.code`.
  static let classes = ["comment", "keyword", "string", "number", "type", "function", "directive", "error"]

  static func spans(of code: String, _ language: String, _ colours: CodeColourTable) -> [HTMLCodeSpan] {
    (colours.spans(of: code, language: language) ?? []).map { HTMLCodeSpan($0.range, "code-\(classes[$0.kind.rawValue])") }
  }

  /// The colours' names in the style sheet, with their values.
  static func variables(_ palette: Palette) -> [(name: String, colour: Colour)] {
    zip(classes, palette.code).map { ("code-\($0)", $1) }
  }

  /// The rules for the classes.
  static var rules: String {
    var css = ""
    for name in classes { css += ".code-\(name) { color: var(--code-\(name)); }\n" }
    return css + ".code-comment { font-style: italic; }\n"
  }
}
