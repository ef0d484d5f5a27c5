// Owns: bringing a text into a buffer in pieces, so that the window answers meanwhile.
// Rule: what was loaded cannot be undone, and nothing is editable until the last piece; a piece ends after a line end, or
// inside a long line between two scalars, never between CR and LF, where GtkTextBuffer would count two lines.

import CGLib
import CGtk
import GLibKit
public import TextModel

/// One text on its way into a buffer.
final class TextLoading {
  let text: ChunkedText
  let progress: @MainActor (Double) -> Void
  let completion: @MainActor () -> Void
  var next = TextOffset.zero
  var call: ScheduledCall?

  init(_ text: ChunkedText, progress: @escaping @MainActor (Double) -> Void, completion: @escaping @MainActor () -> Void) {
    self.text = text
    self.progress = progress
    self.completion = completion
  }

  /// The next piece, of `most` bytes or fewer.
  func piece(most: Int) -> TextRange {
    let limit = next + most
    guard limit < text.end else { return TextRange(next, text.end) }
    let line = text.lines.start(ofLine: text.lines.line(at: limit))
    if line > next { return TextRange(next, line) }
    return TextRange(next, text.boundary(atOrBefore: limit))
  }
}

extension SourceBuffer {
  /// The most bytes that one turn of the main loop inserts. Twice as many keep the loop busy for too long at a time.
  static let pieceSize = 256 << 10

  /// Replaces everything by a text that counts as saved and cannot be undone, in pieces of at most 256 kB per turn.
  ///
  /// The first piece is there when the call returns, the caret before it. The buffer is not editable until the last piece;
  /// then `completion` runs. `progress` gets the part that is done, from 0 to 1, after each piece. Another load takes
  /// the place of one that is going on, whose `completion` never runs. NUL becomes U+FFFD: see `apply`.
  public func load(
    _ text: ChunkedText, progress: @escaping @MainActor (Double) -> Void = { _ in }, completion: @escaping @MainActor () -> Void = {}
  ) {
    cancelLoading()
    let loading = TextLoading(text, progress: progress, completion: completion)
    self.loading = loading
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(native, &start, &end)
    gtk_text_buffer_delete(native, &start, &end)
    loadPiece(loading)
    selection = TextSelection(caret: .zero)
    scheduleNextPiece(loading)
  }

  /// Lets the loop draw and answer, then goes on. An idle call would wait until GtkTextView has measured all lines that
  /// there are, after every piece: 12 s for 10 MB.
  private func scheduleNextPiece(_ loading: TextLoading) {
    guard self.loading === loading else { return }
    loading.call = MainLoop.after(seconds: 0.002) { [weak self, weak loading] in
      guard let self, let loading, self.loading === loading else { return }
      self.loadPiece(loading)
      self.scheduleNextPiece(loading)
    }
  }

  /// Stops a load where it is; what has come stays, and counts as saved.
  public func cancelLoading() {
    guard let loading else { return }
    loading.call?.cancel()
    endLoading()
  }

  private func loadPiece(_ loading: TextLoading) {
    let piece = loading.piece(most: Self.pieceSize)
    if !piece.isEmpty {
      var end = GtkTextIter()
      gtk_text_buffer_get_end_iter(native, &end)
      insert(loading.text.string(in: piece), at: &end)
      loading.next = piece.upper
    }
    let size = loading.text.count
    loading.progress(size == 0 ? 1 : Double(loading.next.utf8) / Double(size))
    guard loading.next == loading.text.end, self.loading === loading else { return }
    endLoading()
    loading.completion()
  }

  private func endLoading() {
    loading = nil
    forgetHistory()
    markSaved(snapshot)
  }
}
