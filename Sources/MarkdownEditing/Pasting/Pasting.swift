import Markdown
public import TextModel

/// Thinks out what a paste does to the text.
public enum Pasting {
  /// Links what is selected to an address; nil where a paste is only a paste: in code, in a link or an address, over several blocks.
  public static func link(to address: String, in context: EditContext) -> EditPlan? {
    let range = context.selection.range
    guard !range.isEmpty, isWebAddress(address) else { return nil }
    let string = context.text.string(in: range)
    guard !string.allSatisfy(\.isWhitespace), !isWebAddress(string.trimmingBlanks), !string.contains(where: \.isNewline) else { return nil }
    let leaves = context.document.leafBlocks(in: range)
    guard leaves.count == 1, leaves[0].kind.holdsInlines, leaves[0].range.contains(range) else { return nil }
    let around = context.document.innermostInlines(around: range)
    let literal: Set<MarkdownKind> = [.link, .image, .codeSpan, .math, .autolink, .html, .comment, .footnoteReference, .wikiLink]
    // `innermostInlines` gives also what the selection is exactly: a selected code span may become a link's text.
    if around.contains(where: { literal.contains($0.kind) && ($0.range != range || $0.kind != .codeSpan) }) { return nil }
    var linking = context
    linking.clipboardAddress = address.trimmingBlanks
    return try? EditingCommand.link.plan(in: linking)
  }

  /// Whether a text is one address of the web or of mail, and nothing else.
  public static func isWebAddress(_ text: String) -> Bool {
    let text = text.trimmingBlanks
    guard text.utf8.count < 8_192, !text.contains(where: \.isWhitespace) else { return false }
    let lowered = text.lowercased()
    return ["http://", "https://", "mailto:"].contains { lowered.hasPrefix($0) && lowered.utf8.count > $0.utf8.count }
  }

  /// Whether the place takes text as it is: formatting means nothing in code.
  public static func isLiteral(_ context: EditContext) -> Bool {
    let range = context.selection.range
    if let leaf = context.document.leafBlocks(in: range).first(where: { $0.kind.isLiteral && $0.range.contains(range) }),
      leaf.range.lower < range.lower || leaf.kind != .codeBlock
    {
      return true
    }
    if range.isEmpty, context.continuesLiteral(at: range.lower) { return true }
    return context.document.innermostInlines(around: range).contains {
      ($0.kind == .codeSpan || $0.kind == .math || $0.kind == .link && isInAddress($0, range)) && $0.range.lower < range.lower
        && range.upper < $0.range.upper
    }
  }

  private static func isInAddress(_ link: MarkdownNode, _ range: TextRange) -> Bool {
    LinkParts(link).destination.map { $0.touches(range) } ?? false
  }

  /// Puts Markdown in place of the selection: within a line where it is one paragraph, else as blocks of their own inside the quotes
  /// and items that are there; in a table's cell as text of the cell.
  public static func plan(_ markdown: String, in context: EditContext) -> EditPlan {
    let range = context.selection.range
    let newline = context.lineEnd(at: range.lower)
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let leaf = context.document.leafBlocks(in: range).first
    let isCell = leaf?.kind == .tableCell
    let isHeading = leaf?.kind == .heading
    if isCell || isHeading {
      let text = lines.filter { !$0.isEmpty }.joined(separator: " ")
      return inserting(isCell ? escapingPipes(text) : text, at: range)
    }
    if lines.count == 1, !startsBlock(markdown) { return inserting(markdown, at: range) }
    let place = context.lines.content(ofLine: context.lines.line(at: range.lower))
    let containers = context.document.containers(touching: place)
    let prefixEnd = LinePrefix(context.text).end(ofLine: context.lines.line(at: range.lower), in: containers)
    let indent = SmartReturn.spaced(context.text, upTo: max(place.lower, min(prefixEnd, range.lower)))
    let blank = String(indent.reversed().drop { $0 == " " }.reversed())
    let isAtStart = context.text.string(in: TextRange(min(prefixEnd, range.lower), range.lower)).allSatisfy(\.isWhitespace)
    let rest = context.lines.content(ofLine: context.lines.line(at: range.upper)).upper
    let isAtEnd = context.text.string(in: TextRange(range.upper, rest)).allSatisfy(\.isWhitespace)
    var text = isAtStart ? "" : newline + blank + newline + indent
    text += lines.enumerated().map { index, line in index == 0 ? line : line.isEmpty ? blank : indent + line }.joined(separator: newline)
    let end = text.utf8.count
    if !isAtEnd { text += newline + blank + newline + indent }
    return EditPlan(replacing: range, with: text, selection: TextSelection(caret: range.lower + end))
  }

  /// Writes an image or a link to a file beside the document; `path` is relative to it, in file names, not encoded.
  public static func reference(path: String, description: String, isImage: Bool) -> String {
    let address = path.split(separator: "/", omittingEmptySubsequences: false).map { LinkText.path(String($0)) }.joined(separator: "/")
    return (isImage ? "![" : "[") + LinkText.escaped(description) + "](" + address + ")"
  }

  private static func inserting(_ text: String, at range: TextRange) -> EditPlan {
    EditPlan(replacing: range, with: text, selection: TextSelection(caret: range.lower + text.utf8.count))
  }

  private static func startsBlock(_ line: String) -> Bool {
    let document = MarkdownDocument(ChunkedText(line), options: MarkdownOptions.standard.subtracting(.frontMatter))
    return document.leafBlocks(in: document.text.range).first.map { $0.kind != .paragraph || !$0.containers.isEmpty } ?? false
  }

  private static func escapingPipes(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "|", !isEscaped { result += "\\" }
      isEscaped = character == "\\" && !isEscaped
      result.append(character)
    }
    return result
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension LinkText {
  /// Gives a file's name as text of a link: nothing in it is a mark.
  static func escaped(_ text: String) -> String {
    text.map { "\\`*_[]<>&~=$".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
