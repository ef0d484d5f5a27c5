// Owns: putting the document, or what is selected of it, on the clipboard in another form than its source.

import GLibKit
import GtkKit
import Markdown
import TextModel

/// Copies as HTML and as plain text.
final class CopyCommands: WindowPart {
  private let document: Document
  private let tell: (String) -> Void

  init(_ document: Document, tell: @escaping (String) -> Void) {
    self.document = document
    self.tell = tell
  }

  var handlers: [String: CommandHandler] {
    [
      "copy-html": .run { [weak self] in Task { await self?.copyHTML() } },
      "copy-text": .run { [weak self] in Task { await self?.copyText() } },
    ]
  }

  /// Copies HTML, with the plain text for programs that take no HTML.
  private func copyHTML() async {
    let (tree, selection) = (await document.settledTree(), document.buffer.selection)
    let (html, text) = await Task.detached {
      let part = tree.part(selection.range)
      return (part.html(), part.plainText())
    }.value
    Clipboard.set(text: text, html: html)
    tell(selection.isEmpty ? tr("The document was copied as HTML.") : tr("The selection was copied as HTML."))
  }

  private func copyText() async {
    let (tree, selection) = (await document.settledTree(), document.buffer.selection)
    let text = await Task.detached { tree.part(selection.range).plainText() }.value
    Clipboard.set(text)
    tell(selection.isEmpty ? tr("The document was copied as plain text.") : tr("The selection was copied as plain text."))
  }
}

extension MarkdownDocument {
  /// The document of a part of the text, in which links still find the definitions that stand outside it; the whole for an empty range.
  nonisolated func part(_ range: TextRange) -> MarkdownDocument {
    let range = range.intersection(text.range) ?? TextRange(at: .zero)
    guard !range.isEmpty, range != text.range else { return self }
    // Before the part, for it may end inside a block of code.
    let outside = linkDefinitions.filter { !range.contains($0) }.map { text.string(in: $0) + "\n" }.joined()
    return MarkdownDocument(outside.isEmpty ? text.part(range) : ChunkedText(outside + "\n" + text.string(in: range)))
  }
}
