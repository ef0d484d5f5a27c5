public import Markdown
import TextModel

/// Reads HTML from the clipboard and writes it as Markdown.
///
/// What it writes is text, lists, tables, code, images and links of the few kinds of addresses that Masthead knows; scripts, styles, frames,
/// forms, handlers and every other address leave no trace. Linear; nothing recurses.
public struct PastedHTML: Sendable {
  /// The Markdown: blocks with a blank line between them, lines ended by LF, none at the end.
  public private(set) var markdown = ""
  /// Whether there was anything that plain text would lose: else the text that came with it says as much.
  public private(set) var hasMarkup = false

  /// What is longer than this is not read: the plain text is pasted.
  public static let most = 16 << 20

  private let options: MarkdownOptions
  private var blocks = PastedBlocks()
  private var inline = PastedInline()
  /// The elements that are open and mean something, the innermost last.
  private var open: [Element] = []
  private var tables: [PastedTable] = []
  private var code: (text: String, language: String, depth: Int)?
  private var skipped: (name: String, depth: Int)?

  private struct Element {
    let name: String
    var styles: UInt8 = 0
    var link: String?
    var opensContainer = false
    var opensList = false
    var heading = 0
  }

  /// Elements beyond this depth are text of the one that holds them.
  private static let deepest = 200

  /// Converts a clip; the bytes are UTF-8, or UTF-16 as some browsers give it.
  public static func convert(_ bytes: [UInt8], options: MarkdownOptions = .standard) -> PastedHTML? {
    guard bytes.count <= most else { return nil }
    var tokenizer = HTMLTokenizer(decoded(bytes))
    var result = PastedHTML(options)
    while let token = tokenizer.next() { result.read(token, tokenizer) }
    result.finish()
    return result
  }

  private init(_ options: MarkdownOptions) { self.options = options }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || (bytes.count > 3 && bytes[0] == 0x3C && bytes[1] == 0)
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isLittle || isBig else { return bytes.filter { $0 != 0 } }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      isLittle ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }).filter { $0 != 0 }
  }

  // MARK: Tokens

  private mutating func read(_ token: HTMLToken, _ tokenizer: HTMLTokenizer) {
    if let (name, depth) = skipped {
      switch token {
      case .start(let tag) where tag.name == name && !tag.isSelfClosing: skipped = (name, depth + 1)
      case .end(name, _): skipped = depth > 1 ? (name, depth - 1) : nil
      default: break
      }
      return
    }
    switch token {
    case .text(let range): add(tokenizer.text(in: range))
    case .start(let tag): start(tag)
    case .end(let name, _): end(name)
    case .comment, .other: break
    }
  }

  /// Elements of which nothing is kept, with all that they hold.
  private static let dropped: Set<String> = [
    "script", "style", "title", "template", "svg", "math", "object", "iframe", "select", "textarea", "noscript", "canvas", "video", "audio",
    "applet", "frameset", "noembed", "noframes", "xmp", "plaintext", "datalist",
  ]
  private static let paragraphs: Set<String> = [
    "p", "div", "section", "article", "header", "footer", "main", "figure", "figcaption", "address", "dl", "dt", "dd", "center", "form",
    "fieldset", "details", "summary", "nav", "aside", "body", "caption", "hgroup", "legend", "search",
  ]

  private mutating func start(_ tag: HTMLTag) {
    if Self.dropped.contains(tag.name) {
      if !tag.isSelfClosing { skipped = (tag.name, 1) }
      return
    }
    if code != nil {
      if tag.name == "br" { code?.text += "\n" }
      if tag.name == "code", let language = Self.language(tag), code?.language.isEmpty == true { code?.language = language }
      if tag.name == "pre" { code?.depth += 1 }
      return
    }
    switch tag.name {
    case "br": inline.addBreak()
    case "hr":
      flush()
      if tables.isEmpty {
        hasMarkup = true
        blocks.add(["---"])
      }
    case "img": image(tag)
    case "input":
      guard tag["type"]?.lowercased() == "checkbox", open.last(where: { $0.opensContainer })?.name == "li", inline.isEmpty else { return }
      blocksTask = tag["checked"] == nil && !tag.attributes.contains { $0.name == "checked" } ? "[ ] " : "[x] "
    case "table":
      flush()
      tables.append(PastedTable())
    case "tr":
      flush()
      tables.mutateLast { $0.startRow() }
    case "td", "th":
      flush()
      tables.mutateLast { $0.startCell(isHeader: tag.name == "th") }
    case "pre":
      flush()
      hasMarkup = true
      code = ("", Self.language(tag) ?? "", 1)
    default: startElement(tag)
    }
  }

  /// The box of the task whose text comes next.
  private var blocksTask = ""

  private mutating func startElement(_ tag: HTMLTag) {
    guard open.count < Self.deepest else { return }
    var element = Element(name: tag.name)
    element.styles = Self.styles(tag)
    switch tag.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      element.heading = Int(tag.name.dropFirst()) ?? 1
    case "blockquote":
      flush()
      if tables.isEmpty, blocks.depth < PastedBlocks.deepest {
        blocks.openQuote()
        element.opensContainer = true
      }
    case "ul", "ol", "menu", "dir":
      flush()
      if tables.isEmpty {
        blocks.openList(from: tag.name == "ol" ? max(0, min(999_999_999, tag["start"].flatMap { Int($0) } ?? 1)) : nil)
        element.opensList = true
      }
    case "li":
      flush()
      closeItem()
      if tables.isEmpty, blocks.depth < PastedBlocks.deepest {
        blocks.openItem()
        element.opensContainer = true
      }
    case "a":
      let address = (tag["href"] ?? "").filter { $0 != "\n" && $0 != "\r" && $0 != "\t" }
      let kind = AddressPolicy.kind(of: address)
      if [.web, .mail, .relative, .anchor].contains(kind), address.utf8.count < 8_192 { element.link = address }
    default:
      if Self.paragraphs.contains(tag.name) { flush() }
    }
    open.append(element)
  }

  private mutating func end(_ name: String) {
    if code != nil {
      if name == "pre" {
        code?.depth -= 1
        if code?.depth == 0 { finishCode() }
      }
      return
    }
    switch name {
    case "table":
      flush()
      finishTable()
    case "tr", "td", "th": flush()
    case "br": flush()
    case "p" where !open.contains { $0.name == name }: flush()
    default:
      guard let index = open.lastIndex(where: { $0.name == name }) else { return }
      if Self.paragraphs.contains(name)
        || ["h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "ul", "ol", "menu", "dir", "li"].contains(name)
      {
        flush()
      }
      while open.count > index { close(open.removeLast()) }
    }
  }

  private mutating func close(_ element: Element) {
    if element.opensContainer { blocks.closeContainer() }
    if element.opensList { blocks.closeList() }
  }

  /// An item ends where the next one of its list begins.
  private mutating func closeItem() {
    guard let index = open.lastIndex(where: { $0.name == "li" || $0.opensList }), open[index].name == "li" else { return }
    while open.count > index { close(open.removeLast()) }
  }

  // MARK: What is shown

  private mutating func add(_ text: String) {
    if code != nil {
      code?.text += text
      return
    }
    let styles = open.reduce(0) { $0 | $1.styles }
    let link = open.last { $0.link != nil }?.link
    if styles != 0 || link != nil, !text.allSatisfy(\.isWhitespace) { hasMarkup = true }
    inline.add(text, styles: styles, link: link)
  }

  private mutating func image(_ tag: HTMLTag) {
    let address = (tag["src"] ?? "").filter { $0 != "\n" && $0 != "\r" && $0 != "\t" }
    let kind = AddressPolicy.kind(of: address)
    let description = (tag["alt"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if kind == .web || kind == .relative, address.utf8.count < 8_192 {
      hasMarkup = true
      inline.addImage(address, description: description, link: nil)
    } else if !description.isEmpty {
      add(description)
    }
  }

  /// Writes the paragraph or cell that has come together.
  private mutating func flush() {
    defer { inline = PastedInline() }
    guard !inline.isEmpty else { return }
    if !tables.isEmpty {
      let text = inline.markdown(options, isCell: true)
      tables.mutateLast { $0.add(text) }
      return
    }
    if let heading = open.last(where: { $0.heading > 0 })?.heading {
      hasMarkup = true
      inline.dropUniformBold()
      blocks.add([String(repeating: "#", count: heading) + " " + inline.markdown(options, isCell: true).unescapedPipes])
      return
    }
    if blocks.depth > 0 { hasMarkup = true }
    var lines = inline.markdown(options).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard !lines.isEmpty else { return }
    lines[0] = blocksTask + lines[0]
    blocksTask = ""
    blocks.add(lines)
  }

  private mutating func finishCode() {
    guard let (text, language, _) = code else { return }
    code = nil
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
    // The first line end inside the element does not count, and the last one ends the last line.
    if lines.first?.isEmpty == true, lines.count > 1 { lines.removeFirst() }
    while lines.last?.allSatisfy({ $0 == " " }) == true, lines.count > 1 { lines.removeLast() }
    guard !lines.allSatisfy(\.isEmpty) else { return }
    if !tables.isEmpty {
      inline.add(lines.joined(separator: " "), styles: InlineStyle.code.bit, link: nil)
      return flush()
    }
    let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    blocks.add([fence + language] + lines + [fence])
  }

  private mutating func finishTable() {
    guard let table = tables.popLast() else { return }
    if !tables.isEmpty {
      // A table in a cell is text of the cell.
      tables.mutateLast { $0.add(table.plain) }
      return
    }
    guard let lines = table.lines(options) else {
      for line in table.texts { blocks.add([line]) }
      return
    }
    hasMarkup = true
    blocks.add(lines)
  }

  private mutating func finish() {
    if code != nil { finishCode() }
    flush()
    while !tables.isEmpty { finishTable() }
    while !open.isEmpty { close(open.removeLast()) }
    markdown = blocks.lines.joined(separator: "\n")
  }

  // MARK: Meaning

  private static func styles(_ tag: HTMLTag) -> UInt8 {
    var styles: UInt8 = 0
    switch tag.name {
    case "tt", "kbd", "samp": styles = InlineStyle.code.bit
    case "strike": styles = InlineStyle.strikethrough.bit
    default: styles = InlineStyle(tag: tag.name)?.bit ?? 0
    }
    guard let css = tag["style"]?.lowercased().filter({ !$0.isWhitespace }) else { return styles }
    if css.contains("font-weight:normal") || css.contains("font-weight:400") { styles &= ~InlineStyle.bold.bit }
    // Word processors set whole texts by style; paragraphs of a page are not all bold for it.
    guard tag.name == "span" || tag.name == "font" else { return styles }
    if css.contains("font-weight:bold") || css.contains("font-weight:700") { styles |= InlineStyle.bold.bit }
    if css.contains("font-style:italic") { styles |= InlineStyle.italic.bit }
    if css.contains("line-through") { styles |= InlineStyle.strikethrough.bit }
    return styles
  }

  private static func language(_ tag: HTMLTag) -> String? {
    for word in (tag["class"] ?? "").split(whereSeparator: \.isWhitespace) {
      for prefix in ["language-", "lang-", "highlight-source-"] where word.hasPrefix(prefix) {
        let name = word.dropFirst(prefix.count).filter { $0.isASCII && ($0.isLetter || $0.isNumber || "+-#.".contains($0)) }
        if !name.isEmpty, name.utf8.count < 30 { return String(name) }
      }
    }
    return nil
  }
}

extension Array {
  fileprivate mutating func mutateLast(_ body: (inout Element) -> Void) {
    if !isEmpty { body(&self[count - 1]) }
  }
}

extension String {
  /// A heading is one line like a cell, but pipes mean nothing in it.
  fileprivate var unescapedPipes: String {
    var result = ""
    var isEscaped = false
    for character in self {
      if isEscaped {
        if character != "|" { result.append("\\") }
        isEscaped = false
        result.append(character)
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return isEscaped ? result + "\\" : result
  }
}
