/// The raw HTML that is written to others: elements, where they may stand, and their attributes.
enum AllowedHTML {
  /// Elements that may stand in a line of text.
  static let phrasing: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "rp", "rt", "ruby",
    "s",
    "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]
  /// Elements that hold blocks or stand between them.
  static let flow: Set<String> = [
    "blockquote", "caption", "center", "col", "colgroup", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3",
    "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]
  static let void: Set<String> = ["br", "col", "hr", "img", "wbr"]
  static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// Elements between a table and its cells, which hold no text.
  static let tableParts: Set<String> = ["table", "thead", "tbody", "tfoot", "tr", "colgroup"]

  static func isAllowed(_ name: String) -> Bool { phrasing.contains(name) || flow.contains(name) }

  /// The elements one of which must be the nearest open one around an element; nil when it may stand anywhere.
  static func parents(of name: String) -> Set<String>? {
    switch name {
    case "tr": ["table", "thead", "tbody", "tfoot"]
    case "td", "th": ["tr"]
    case "thead", "tbody", "tfoot", "caption", "colgroup": ["table"]
    case "col": ["colgroup", "table"]
    case "li": ["ul", "ol"]
    case "dt", "dd": ["dl"]
    case "summary": ["details"]
    case "figcaption": ["figure"]
    case "rt", "rp": ["ruby"]
    default: nil
    }
  }

  private static let everywhere: Set<String> = ["title", "lang", "dir", "id", "align"]

  static func isAllowed(attribute: String, of name: String) -> Bool {
    if everywhere.contains(attribute) { return true }
    switch (name, attribute) {
    case ("a", "href"), ("a", "name"), ("img", "src"), ("img", "alt"), ("img", "width"), ("img", "height"), ("td", "colspan"),
      ("td", "rowspan"), ("th", "colspan"), ("th", "rowspan"), ("td", "valign"), ("th", "valign"), ("td", "width"), ("th", "width"),
      ("ol", "start"), ("ol", "type"), ("ol", "reversed"), ("details", "open"), ("time", "datetime"), ("table", "width"),
      ("del", "datetime"), ("ins", "datetime"), ("col", "span"), ("col", "width"):
      return true
    default: return false
    }
  }
}
