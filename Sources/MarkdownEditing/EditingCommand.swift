public import TextModel

/// The commands that change text; the raw value is the id of the catalogue and the name of the action.
public enum EditingCommand: String, CaseIterable, Sendable {
  case bold, italic, underline, strikethrough, code, highlight
  case heading
  case promoteHeading = "promote-heading"
  case demoteHeading = "demote-heading"
  case quote
  case bulletList = "bullet-list"
  case numberedList = "numbered-list"
  case taskList = "task-list"
  case toggleTask = "toggle-task"
  case codeBlock = "code-block"
  case rule, link, image, table, footnote, hide
  case rowAbove = "table-row-above"
  case rowBelow = "table-row-below"
  case columnBefore = "table-column-before"
  case columnAfter = "table-column-after"
  case moveRowUp = "table-move-row-up"
  case moveRowDown = "table-move-row-down"
  case moveColumnBack = "table-move-column-back"
  case moveColumnForward = "table-move-column-forward"
  case deleteRow = "table-delete-row"
  case deleteColumn = "table-delete-column"
  case alignColumn = "table-align"
  case realignTable = "table-realign"

  /// Thinks the command out; nil when there is nothing to do, and a refusal when there is a reason not to.
  ///
  /// `parameter` is the action's: the level of a heading, 0 for body text; the alignment of a column: 0 none, 1 left, 2 centre, 3 right.
  public func plan(in context: EditContext, parameter: Int32? = nil) throws(EditRefusal) -> EditPlan? {
    if putsMarksAtCaret, context.selection.isEmpty, context.continuesLiteral(at: context.selection.head) { throw .insideCode }
    return try thoughtOut(in: context, parameter: parameter)
  }

  /// Whether the command writes where the caret is, rather than to a table or to blocks of their own.
  private var putsMarksAtCaret: Bool {
    switch self {
    case .bold, .italic, .underline, .strikethrough, .code, .highlight, .heading, .promoteHeading, .demoteHeading, .quote, .bulletList,
      .numberedList, .taskList, .codeBlock, .link, .image, .footnote, .hide:
      true
    default: false
    }
  }

  private func thoughtOut(in context: EditContext, parameter: Int32?) throws(EditRefusal) -> EditPlan? {
    switch self {
    case .bold: try StyleToggle(.bold, context).plan()
    case .italic: try StyleToggle(.italic, context).plan()
    case .underline: try StyleToggle(.underline, context).plan()
    case .strikethrough: try StyleToggle(.strikethrough, context).plan()
    case .code: try StyleToggle(.code, context).plan()
    case .highlight: try StyleToggle(.highlight, context).plan()
    case .heading: try Headings(context).setLevel(Int(parameter ?? 0))
    case .promoteHeading: try Headings(context).changeLevels(by: -1)
    case .demoteHeading: try Headings(context).changeLevels(by: 1)
    case .quote: try Quotes(context).toggle()
    case .bulletList: try ListToggle(.bullet, context).plan()
    case .numberedList: try ListToggle(.numbered, context).plan()
    case .taskList: try ListToggle(.task, context).plan()
    case .toggleTask: try TaskToggle(context).plan()
    case .codeBlock: try CodeBlocks(context).toggle()
    case .rule: try Insertions(context).rule()
    case .link: try Links(context).link()
    case .image: try Links(context).image()
    case .table: try Insertions(context).table()
    case .footnote: try FootnoteInsertion(context).plan()
    case .hide: try Hiding(context).toggle()
    case .rowAbove: try TableCommands(context).insertRow(below: false)
    case .rowBelow: try TableCommands(context).insertRow(below: true)
    case .columnBefore: try TableCommands(context).insertColumn(after: false)
    case .columnAfter: try TableCommands(context).insertColumn(after: true)
    case .moveRowUp: try TableCommands(context).moveRow(by: -1)
    case .moveRowDown: try TableCommands(context).moveRow(by: 1)
    case .moveColumnBack: try TableCommands(context).moveColumn(by: -1)
    case .moveColumnForward: try TableCommands(context).moveColumn(by: 1)
    case .deleteRow: try TableCommands(context).deleteRow()
    case .deleteColumn: try TableCommands(context).deleteColumn()
    case .alignColumn: try TableCommands(context).align(Int(parameter ?? 0))
    case .realignTable: try TableCommands(context).realign()
    }
  }
}
