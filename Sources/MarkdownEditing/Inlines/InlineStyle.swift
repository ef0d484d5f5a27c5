import Markdown

/// The ways to set text apart within a line.
enum InlineStyle: UInt8, CaseIterable {
  case bold, italic, underline, strikethrough, code, highlight

  /// The style as one bit, to tell the styles of a character.
  var bit: UInt8 { 1 << rawValue }
  /// The bit for text of a link, which is no style of this kind but must not change either.
  static let linkBit: UInt8 = 1 << 6

  /// The command that gives the style and takes it away.
  var command: EditingCommand {
    switch self {
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .code: .code
    case .highlight: .highlight
    }
  }

  init?(_ kind: MarkdownKind) {
    switch kind {
    case .strong: self = .bold
    case .emphasis: self = .italic
    case .strikethrough: self = .strikethrough
    case .highlight: self = .highlight
    case .codeSpan: self = .code
    default: return nil
    }
  }

  /// The style that an HTML tag stands for; `tag` is its name in lower case.
  init?(tag: String) {
    switch tag {
    case "strong", "b": self = .bold
    case "em", "i": self = .italic
    case "u": self = .underline
    case "del", "s": self = .strikethrough
    case "mark": self = .highlight
    case "code": self = .code
    default: return nil
    }
  }

  /// The marks to try, the usual ones first: those after them show where the first would not.
  func marks(_ options: MarkdownOptions) -> [Mark] {
    switch self {
    case .bold: [Mark("**"), Mark("__"), Mark(tag: "strong")]
    case .italic: [Mark("*"), Mark("_"), Mark(tag: "em")]
    case .underline: [Mark(tag: "u")]
    case .strikethrough: (options.contains(.strikethrough) ? [Mark("~~")] : []) + [Mark(tag: "del")]
    case .code: [Mark("`")]
    case .highlight: (options.contains(.highlight) ? [Mark("==")] : []) + [Mark(tag: "mark")]
    }
  }

  /// What stands before and after text to give it a style.
  struct Mark: Equatable {
    let open: String
    let close: String

    init(_ mark: String) {
      open = mark
      close = mark
    }

    init(tag: String) {
      open = "<\(tag)>"
      close = "</\(tag)>"
    }

    init(open: String, close: String) {
      self.open = open
      self.close = close
    }
  }
}
