// Owns: the colours of code in exports: asked for here, on the main thread, before a document goes where they cannot be asked for.

internal import GLibKit
internal import GtkKit
public import Markdown
public import Typesetting

extension CodeColourTable {
  /// Colours a document's code by the definitions that the editor uses. Needs no display; takes about a second for a megabyte of code.
  @MainActor
  public convenience init(of document: MarkdownDocument) {
    var known: [CodePiece: [CodeSpan]] = [:]
    for piece in Self.pieces(of: document) { known[piece] = Self.spans(of: piece) }
    self.init(known)
  }

  /// Colours a document's code piece by piece, so that the window goes on answering. What comes after `isStopped` has no colours.
  @MainActor
  public static func make(of document: MarkdownDocument, isStopped: () -> Bool = { false }) async -> CodeColourTable {
    var known: [CodePiece: [CodeSpan]] = [:]
    var last = MainLoop.now
    for piece in pieces(of: document) {
      if isStopped() { break }
      known[piece] = spans(of: piece)
      guard MainLoop.now - last > longestTurn else { continue }
      await MainLoop.pause()
      last = MainLoop.now
    }
    return CodeColourTable(known)
  }

  /// In seconds.
  private static let longestTurn = 0.01

  @MainActor
  private static func spans(of piece: CodePiece) -> [CodeSpan] {
    CodeColouring.shared.spans(of: piece.code, language: piece.language, mostLines: mostLines).compactMap(CodeSpan.init)
  }
}
