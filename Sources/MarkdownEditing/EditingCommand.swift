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

  /// Thinks the command out; nil when there is nothing to do, and a refusal when there is a reason not to.
  ///
  /// `parameter` is the action's: the level of a heading, 0 for body text.
  public func plan(in context: EditContext, parameter: Int32? = nil) throws(EditRefusal) -> EditPlan? {
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
    }
  }
}
