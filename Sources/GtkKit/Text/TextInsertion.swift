// Owns: putting a large text into a buffer in pieces, so that the window answers meanwhile.
// Rule: it is one step that can be undone, told when it is whole; until then nobody may edit.

import CGLib
import CGtk
import GLibKit
public import TextModel

extension SourceBuffer {
  /// Puts a text in place of a range, in pieces of at most 256 kB per turn, as one user action; the caret goes behind it.
  ///
  /// The buffer is not editable until the last piece; then changes are told, and the call returns. Returns false, and does nothing, when the
  /// text may not be edited.
  @discardableResult
  public func insertInPieces(_ text: ChunkedText, replacing range: TextRange) async -> Bool {
    guard isEditable else { return false }
    isInserting = true
    gtk_text_buffer_begin_user_action(native)
    if !range.isEmpty {
      var start = iter(at: range.lower)
      var end = iter(at: range.upper)
      gtk_text_buffer_delete(native, &start, &end)
    }
    // Laying the text out begins at once and would slow every piece down; the caret waits before it.
    selection = TextSelection(caret: range.lower)
    // GTK would lay out the whole of a very long line in the turns between, before anything of it can be hidden.
    let pauses = text.longLines(in: text.range).isEmpty
    let source = TextLoading(text, progress: { _ in }, completion: {})
    while source.next < text.end {
      let piece = source.piece(most: Self.pieceSize)
      var place = iter(at: range.lower + piece.lower.utf8)
      insert(text.string(in: piece), at: &place)
      source.next = piece.upper
      guard pauses else { continue }
      await withCheckedContinuation { continuation in MainLoop.after(seconds: 0.002) { continuation.resume() } }
    }
    isInserting = false
    selection = TextSelection(caret: range.lower + text.count)
    gtk_text_buffer_end_user_action(native)
    return true
  }
}

extension String {
  /// Puts U+FFFD where GtkTextBuffer would refuse the whole string.
  func replacingNULs() -> String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
