public import Markdown
public import TextModel

/// What an editing command sees: one version of the text, its tree, what is selected, and what may be put in.
///
/// To run a command: make a context from the buffer's snapshot, the tree of that very version and the buffer's selection, ask
/// `EditingCommand.plan(in:parameter:)`, and give the plan to the buffer's one door. Nil: nothing to do. A thrown
/// `EditRefusal`: say why. Nothing may be run while an input method is composing.
public struct EditContext: Sendable {
  public let snapshot: TextSnapshot
  /// The tree of `snapshot`'s text.
  public let document: MarkdownDocument
  public let selection: TextSelection
  /// The clipboard's text, where it is a single address; nil otherwise. Links use it.
  public var clipboardAddress: String?
  /// The command before this one; nil where it is not known. It counts only while nothing has happened since.
  public var previous: PreviousCommand?

  public init(snapshot: TextSnapshot, document: MarkdownDocument, selection: TextSelection, clipboardAddress: String? = nil) {
    self.snapshot = snapshot
    self.document = document
    self.selection = selection
    self.clipboardAddress = clipboardAddress
  }

  /// The text.
  public var text: ChunkedText { snapshot.text }
  var lines: LineIndex { snapshot.lines }
  /// What ends the line at an offset, or the lines of this text otherwise: what is put in keeps to it.
  func lineEnd(at offset: TextOffset) -> String {
    let line = lines.line(at: offset)
    return (lines.lineEnd(ofLine: line) ?? (line > 0 ? lines.lineEnd(ofLine: line - 1) : nil) ?? .lf).string
  }

  /// Tells whether marks put in at an offset would be text of code, math, HTML or front matter, or would break what begins or ends it: inside,
  /// right before and right behind one, and where one goes on that has no end yet.
  func isLiteral(at offset: TextOffset) -> Bool {
    if let leaf = document.leafBlock(at: offset), leaf.kind.isLiteral, leaf.range.lower <= offset, offset <= leaf.range.upper {
      return true
    }
    return continuesLiteral(at: offset)
  }

  /// Tells whether what is put in at an offset that no block holds becomes part of code, math, HTML or front matter above it.
  func continuesLiteral(at offset: TextOffset) -> Bool {
    document.leafBlock(at: offset) == nil && openLiteral(at: offset, typing: "x") != nil
  }

  /// Gives the code, math, HTML or front matter above an offset that has no end yet, so that what is put in there becomes a part of it; nil where
  /// there is none.
  ///
  /// Only the parser knows what goes on: it is asked with text in place, for a few kilobytes anew, and not where it would take long.
  func openLiteral(at offset: TextOffset, typing string: String) -> MarkdownNode? {
    let place = TextRange(at: offset)
    let count = string.utf8.count
    let typed = document.updating(
      to: text.replacing(place, with: string), replacing: place, count: count, within: LiveMarkdown.bound)
    guard let leaf = typed?.document.leafBlock(at: offset + count), leaf.kind.isLiteral, leaf.range.lower < offset else { return nil }
    return leaf
  }
}

/// A command that was done, kept so that the same key pressed again takes back exactly what it did.
///
/// The text alone cannot tell that: `a **b**` may have been `**a b**` or `**a** **b**`, and of equal ways to nest marks of several kinds
/// it does not know the one that there was.
public struct PreviousCommand: Sendable {
  let command: EditingCommand
  private let text: ChunkedText
  private let document: MarkdownDocument
  private let selection: TextSelection
  private let plan: EditPlan
  private let textAfter: ChunkedText

  /// Remembers a plan of a command; `context` is what it was thought out in.
  public init(_ command: EditingCommand, in context: EditContext, plan: EditPlan) {
    self.command = command
    text = context.text
    document = context.document
    selection = context.selection
    self.plan = plan
    textAfter = plan.applied(to: context.text)
  }

  /// What the command was thought out in.
  var start: EditContext { EditContext(snapshot: TextSnapshot(text), document: document, selection: selection) }

  /// Tells whether text and selection are as the command left them.
  func isJustDone(_ context: EditContext) -> Bool {
    context.selection == plan.selection(after: selection) && context.text == textAfter
  }

  /// The plan that brings text and selection back.
  var inverse: EditPlan { plan.inverse(in: text, selection: selection) }
}

/// Says why a command leaves the text as it is; the application has the words.
public enum EditRefusal: Error, Sendable, Equatable, CaseIterable {
  /// The place is code, math, front matter or HTML, where marks mean nothing.
  case insideCode
  /// No form of the mark would show as such at this place.
  case marksWouldNotShow
  /// Marks are nested more deeply than anyone writes.
  case nestedTooDeeply
  /// The place is a table's cell, which holds no blocks.
  case insideTable
  /// A link cannot hold another link.
  case linkInsideLink
  /// The text to hide holds `--`, which ends a comment for some programs.
  case holdsDoubleHyphen
  /// The text to hide holds a part of a comment.
  case holdsPartOfComment
  /// The text to hide holds code or a part of it, where a comment would be shown.
  case holdsCode
  /// A comment at this place would be shown, or hide more than was selected.
  case commentWouldShow
  /// The caret is in no list item.
  case notInList
  /// The caret is in no table.
  case notInTable
  /// The table has as many columns as the parser takes.
  case tooManyColumns
  /// A row of the table has more cells than the table has columns: writing it anew would change what is shown.
  case raggedTable
  /// The table's lines do not keep to the list or quote that it is in, so that it would fall apart.
  case looseTable
}
