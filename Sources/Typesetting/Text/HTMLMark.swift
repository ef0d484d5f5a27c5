import Markdown

/// Holds one tag of HTML as the typesetter needs it; `HTMLTokenizer` has read it.
struct HTMLMark {
  /// In small letters.
  let name: String
  let isClosing: Bool
  private let tag: HTMLTag?

  /// Takes a tag; nil for what is none.
  init?(_ token: HTMLToken) {
    switch token {
    case .start(let tag): (name, isClosing, self.tag) = (tag.name, false, tag)
    case .end(let name, _): (self.name, isClosing, tag) = (name, true, nil)
    case .text, .comment, .other: return nil
    }
  }

  /// Gives the first value of an attribute, decoded; nil when there is none.
  func value(_ wanted: String) -> [UInt8]? { tag?[wanted].map { Array($0.utf8) } }

  /// Gives a length: pixels, or a share as a negative number ("50%" is -0.5); nil for none that we understand.
  func length(_ wanted: String) -> Double? {
    guard let value = value(wanted) else { return nil }
    var number = 0.0
    var index = 0
    while index < value.count, index < 5, case UInt8(ascii: "0")...UInt8(ascii: "9") = value[index] {
      number = number * 10 + Double(value[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > 0, number > 0 else { return nil }
    let isShare = index < value.count && value[index] == UInt8(ascii: "%")
    return isShare ? -min(number, 100) / 100 : number
  }

  /// The look of an element that only changes letters; nil for every other element.
  static func look(of name: String) -> Look? {
    switch name {
    case "b", "strong": .strong
    case "i", "em", "cite", "var", "dfn": .emphasis
    case "u": .underline
    case "ins": .inserted
    case "s", "del", "strike": .strike
    case "mark": .mark
    case "sub": .below
    case "sup": .above
    case "kbd": .key
    case "code", "samp", "tt": .code
    case "small": .small
    case "span", "font", "abbr", "picture", "big", "q": []
    default: nil
    }
  }

  /// Whether an element only changes letters, or is a link, a picture or a break in the line.
  static func isInLine(_ name: String) -> Bool { look(of: name) != nil || ["a", "img", "br", "wbr"].contains(name) }

  /// Elements whose content is no HTML.
  static let raw: Set<String> = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"]

  /// Elements that stand on lines of their own.
  static let blocks: Set<String> = [
    "p", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table", "thead", "tbody", "tfoot", "tr", "blockquote",
    "pre", "details",
    "summary", "hr", "section", "article", "header", "footer", "nav", "figure", "figcaption", "dl", "dt", "dd", "main", "aside", "caption",
    "colgroup", "col",
  ]
}
