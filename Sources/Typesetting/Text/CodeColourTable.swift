import Markdown

/// A piece of code that can be coloured: what a fence holds, and the word behind it.
public struct CodePiece: Hashable, Sendable {
  public let code: String
  public let language: String

  public init(code: String, language: String) {
    self.code = code
    self.language = language
  }
}

/// Knows the colours of a document's code beforehand: for exports, which are made away from where colours can be asked for.
public final class CodeColourTable: CodeColours, Sendable {
  /// Code of more lines than this has no colours in exports.
  public static let mostLines = 2_000
  /// Nor has what comes when so many bytes of code have been coloured: exports end in bounded time.
  private static let mostBytes = 4 << 20

  private let known: [CodePiece: [CodeSpan]]

  /// Makes a table of what is known.
  public init(_ known: [CodePiece: [CodeSpan]]) { self.known = known }

  /// Gives the spans of a piece of code; empty when the table has none.
  public func spans(of code: String, language: String) -> [CodeSpan]? { known[CodePiece(code: code, language: language)] ?? [] }

  /// Lists the pieces of code that an export of a document asks for, each once and in order. O(n).
  public static func pieces(of document: MarkdownDocument) -> [CodePiece] {
    var result: [CodePiece] = []
    var seen: Set<CodePiece> = []
    var bytes = 0
    var stack = Array(document.blocks).reversed() as [MarkdownNode]
    while let node = stack.popLast() {
      guard node.kind == .codeBlock else {
        if node.kind.isContainer { stack += Array(node.children).reversed() }
        continue
      }
      guard let language = node.code?.language, !language.isEmpty, lines(of: node, in: document) <= mostLines else { continue }
      let piece = CodePiece(code: code(of: node, in: document), language: language)
      bytes += piece.code.utf8.count
      if bytes > mostBytes { break }
      if seen.insert(piece).inserted { result.append(piece) }
    }
    return result
  }

  /// The code of a block as leaves show it: the bytes of the source, line by line without what stands before them.
  static func code(of block: MarkdownNode, in document: MarkdownDocument) -> String {
    var code = ""
    for piece in block.children {
      switch piece.kind {
      case .softBreak: code += "\n"
      case .padding: code += piece.string
      default: code += document.text.string(in: piece.range)
      }
    }
    return code
  }

  /// How many lines a block takes in the source, its fences included.
  static func lines(of block: MarkdownNode, in document: MarkdownDocument) -> Int {
    let range = block.range
    return document.text.lines.line(at: range.upper) - document.text.lines.line(at: range.lower)
  }
}
