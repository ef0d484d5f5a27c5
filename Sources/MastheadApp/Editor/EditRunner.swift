// Owns: the way of an editing command from its name to the text, and what is said when it declines.
// Rule: commands think on a snapshot and its tree; the buffer's one door makes the change, as one undo step. Nothing runs while an input
// method is composing.

import Commands
import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Runs editing commands on a document.
final class EditRunner {
  private let document: Document
  private let editor: EditorPane
  private let tell: (String) -> Void
  /// The last command, so that the same key pressed again takes it back exactly.
  private var previous: PreviousCommand?

  init(_ document: Document, editor: EditorPane, tell: @escaping (String) -> Void) {
    self.document = document
    self.editor = editor
    self.tell = tell
  }

  /// Thinks a command out and makes its change; says why when there is a reason not to.
  func run(_ command: EditingCommand, parameter: Int32? = nil) async {
    guard document.buffer.isEditable, !editor.view.isComposing else { return }
    let address = command == .link || command == .image ? await Clipboard.text().flatMap(Self.address) : nil
    // A command must not take code for prose only because a fence above was typed this moment.
    let tree = await document.settledTree()
    guard document.buffer.isEditable, !editor.view.isComposing else { return }
    var context = EditContext(
      snapshot: document.buffer.snapshot, document: tree, selection: document.buffer.selection, clipboardAddress: address)
    context.previous = previous
    do throws(EditRefusal) {
      guard let plan = try command.plan(in: context, parameter: parameter), document.buffer.apply(plan) else { return }
      previous = PreviousCommand(command, in: context, plan: plan)
      editor.view.scrollToCaret()
    } catch {
      tell(error.wording)
    }
  }

  /// The text when it is a single web address.
  private static func address(_ text: String) -> String? {
    let text = text.trimmed
    let isAddress = ["http://", "https://", "mailto:"].contains { text.lowercased().hasPrefix($0) }
    return isAddress && !text.contains(where: \.isWhitespace) ? text : nil
  }
}

extension EditRefusal {
  /// Why the text stayed as it is, for people.
  var wording: String {
    switch self {
    case .insideCode: tr("Marks mean nothing inside code.")
    case .marksWouldNotShow: tr("A mark would not show at this place.")
    case .nestedTooDeeply: tr("The marks are nested too deeply here.")
    case .insideTable: tr("A table’s cell holds no blocks.")
    case .linkInsideLink: tr("A link cannot hold another link.")
    case .holdsDoubleHyphen: tr("The text holds “--”, which cannot be inside a comment.")
    case .holdsPartOfComment: tr("The selection holds a part of a comment.")
    case .holdsCode: tr("The selection holds code, in which a comment would be shown.")
    case .commentWouldShow: tr("A comment would not hide exactly this text.")
    case .notInList: tr("This is not in a list.")
    case .notInTable: tr("This is not in a table.")
    case .raggedTable: tr("A row of this table has more cells than the table has columns.")
    case .looseTable: tr("The lines of this table are not indented as the list around it is. Indent them first.")
    case .tooManyColumns: tr("The table cannot have more columns.")
    }
  }
}
