import TextModel

/// What the `.editorconfig` files around a document ask of whoever edits it. Nil: they do not say.
public struct EditorConfig: Sendable, Equatable {
  /// How a level of indentation is written.
  public enum IndentStyle: Sendable { case tab, space }

  public var indentStyle: IndentStyle?
  /// The columns of a level of indentation.
  public var indentSize: Int?
  /// The columns of a tab.
  public var tabWidth: Int?
  /// What ends a line.
  public var endOfLine: LineEnd?
  /// How a new file is encoded.
  public var charset: FileEncoding?
  /// Whether blanks before line ends go when the file is saved.
  public var trimsTrailingWhitespace: Bool?
  /// Whether the last line ends when the file is saved.
  public var insertsFinalNewline: Bool?

  public init() {}

  /// Reads the properties that apply to a document, the later ones of the same name winning. Unknown names and values are passed over.
  public init(properties: [(name: String, value: String)]) {
    var values: [String: String] = [:]
    for (name, value) in properties { values[name] = value.lowercased() }
    // "unset" takes back what another file said.
    values = values.filter { $0.value != "unset" }
    indentStyle = values["indent_style"].flatMap { $0 == "tab" ? .tab : $0 == "space" ? .space : nil }
    let tab = values["tab_width"].flatMap(Self.columns)
    let size = values["indent_size"] ?? (indentStyle == .tab ? "tab" : nil)
    indentSize = size == "tab" ? tab : size.flatMap(Self.columns)
    tabWidth = tab ?? indentSize
    endOfLine = values["end_of_line"].flatMap { ["lf": .lf, "crlf": .crlf, "cr": .cr][$0] }
    charset = values["charset"].flatMap(Self.encoding)
    trimsTrailingWhitespace = values["trim_trailing_whitespace"].flatMap(Self.flag)
    insertsFinalNewline = values["insert_final_newline"].flatMap(Self.flag)
  }

  private static func columns(_ value: String) -> Int? { Int(value).flatMap { (1...32).contains($0) ? $0 : nil } }

  private static func flag(_ value: String) -> Bool? { ["true": true, "false": false][value] }

  private static func encoding(_ value: String) -> FileEncoding? {
    switch value {
    case "utf-8": FileEncoding(.utf8)
    case "utf-8-bom": FileEncoding(.utf8, hasMark: true)
    case "utf-16le": FileEncoding(.utf16LittleEndian, hasMark: true)
    case "utf-16be": FileEncoding(.utf16BigEndian, hasMark: true)
    case "latin1": FileEncoding(.legacy("ISO-8859-1"))
    default: nil
    }
  }
}
