import MarkdownEditing

// The commands that change the text and do nothing else; `MarkdownEditing` thinks them out.
extension Catalogue {
  static let format: [Command] = [
    editing(.bold, tr("Bold"), icon: "format-text-bold-symbolic", keywords: [tr("strong")], key: "<Control>b", .format),
    editing(.italic, tr("Italic"), icon: "format-text-italic-symbolic", keywords: [tr("emphasis")], key: "<Control>i", .format),
    editing(.underline, tr("Underline"), icon: "format-text-underline-symbolic", key: "<Control>u", .format),
    editing(
      .strikethrough, tr("Strikethrough"), icon: "format-text-strikethrough-symbolic", keywords: [tr("delete")],
      key: "<Control><Alt>s", .format),
    editing(
      .code, C_("format", "Code"), icon: "masthead-code-symbolic", keywords: [tr("monospace"), tr("literal")], key: "<Control>grave",
      .format),
    editing(.highlight, tr("Highlight"), icon: "masthead-highlight-symbolic", keywords: [tr("mark")], key: "<Control><Alt>h", .format),
    editing(
      .hide, tr("Hide"), long: tr("Hide in a Comment"), icon: "masthead-hide-symbolic", keywords: [tr("comment"), tr("unhide")],
      key: "<Control>slash", .format),
  ]

  static let paragraph: [Command] = [
    Command(
      "heading", C_("menu", "Heading"), icon: "masthead-heading-symbolic", keywords: [tr("title"), tr("section")],
      keys: (1...6).map { Command.Key("<Control>\($0)", .number($0)) },
      role: .number(
        0...6,
        choices: [
          .init(value: 0, title: tr("Body Text")), .init(value: 1, title: tr("Heading 1")), .init(value: 2, title: tr("Heading 2")),
          .init(value: 3, title: tr("Heading 3")), .init(value: 4, title: tr("Heading 4")), .init(value: 5, title: tr("Heading 5")),
          .init(value: 6, title: tr("Heading 6")),
        ]), needs: [.editableText, .textFocus], subject: .paragraph, edit: .heading),
    editing(
      .promoteHeading, tr("Promote Heading"), icon: "masthead-promote-heading-symbolic", keywords: [tr("level")],
      key: "<Control>bracketleft", .paragraph),
    editing(
      .demoteHeading, tr("Demote Heading"), icon: "masthead-demote-heading-symbolic", keywords: [tr("level")],
      key: "<Control>bracketright", .paragraph),
    editing(.quote, tr("Quote"), icon: "masthead-quote-symbolic", keywords: [tr("citation")], key: "<Control><Alt>q", .paragraph),
    editing(
      .bulletList, tr("Bullet List"), icon: "view-list-bullet-symbolic", keywords: [tr("unordered")], key: "<Control><Alt>8",
      .paragraph),
    editing(
      .numberedList, tr("Numbered List"), icon: "view-list-ordered-symbolic", keywords: [tr("ordered")], key: "<Control><Alt>7",
      .paragraph),
    editing(
      .taskList, tr("Task List"), icon: "masthead-task-list-symbolic", keywords: [tr("checklist"), tr("to do")],
      key: "<Control><Alt>9", .paragraph),
    editing(
      .toggleTask, tr("Tick Task"), icon: "checkbox-checked-symbolic", keywords: [tr("done"), tr("check")], key: "<Control>Return",
      .paragraph),
  ]

  static let insert: [Command] = [
    editing(.link, tr("Link"), icon: "insert-link-symbolic", keywords: [tr("address"), tr("web")], key: "<Control>k", .insert),
    editing(.image, tr("Image"), icon: "insert-image-symbolic", keywords: [tr("picture")], key: "<Control><Alt>i", .insert),
    editing(.table, tr("Table"), icon: "masthead-table-symbolic", keywords: [tr("columns")], key: nil, .insert),
    editing(.codeBlock, tr("Code Block"), icon: "masthead-code-block-symbolic", keywords: [tr("fence")], key: "<Control><Alt>c", .insert),
    editing(.footnote, tr("Footnote"), icon: "masthead-footnote-symbolic", keywords: [tr("reference")], key: "<Control><Alt>f", .insert),
    editing(.rule, tr("Horizontal Rule"), icon: "masthead-rule-symbolic", keywords: [tr("line"), tr("separator")], key: nil, .insert),
  ]

  static let table: [Command] = [
    inTable(.rowAbove, tr("Insert Row Above")),
    inTable(.rowBelow, tr("Insert Row Below"), key: "<Control><Shift>Return"),
    inTable(.columnBefore, tr("Insert Column Before")),
    inTable(.columnAfter, tr("Insert Column After")),
    inTable(.moveRowUp, tr("Move Row Up")),
    inTable(.moveRowDown, tr("Move Row Down")),
    inTable(.moveColumnBack, tr("Move Column Back")),
    inTable(.moveColumnForward, tr("Move Column Forward")),
    inTable(.deleteRow, tr("Delete Row")),
    inTable(.deleteColumn, tr("Delete Column")),
    Command(
      "table-align", tr("Align Column"), keywords: [tr("table"), tr("left"), tr("right")],
      role: .number(
        0...3,
        choices: [
          .init(value: 0, title: C_("alignment", "As the Text")), .init(value: 1, title: C_("alignment", "Left")),
          .init(value: 2, title: C_("alignment", "Centred")), .init(value: 3, title: C_("alignment", "Right")),
        ]), needs: [.editableText, .textFocus], subject: .table, edit: .alignColumn),
    inTable(.realignTable, tr("Line Up Columns"), keywords: [tr("format")]),
  ]

  private static func inTable(_ edit: EditingCommand, _ title: Message, keywords: [Message] = [], key: String? = nil) -> Command {
    Command(
      edit.rawValue, title, keywords: [tr("table")] + keywords, keys: key.map { [Command.Key($0)] } ?? [],
      needs: [.editableText, .textFocus],
      subject: .table, edit: edit)
  }

  private static func editing(
    _ edit: EditingCommand, _ title: Message, long: Message? = nil, icon: String, keywords: [Message] = [], key: String?,
    _ subject: Command.Subject
  ) -> Command {
    Command(
      edit.rawValue, title, long: long, icon: icon, keywords: keywords, keys: key.map { [Command.Key($0)] } ?? [],
      needs: [.editableText, .textFocus], subject: subject, edit: edit)
  }
}
