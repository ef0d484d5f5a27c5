import MarkdownEditing

/// Something that a person can tell Masthead to do, declared once: actions, accelerators, bar items, menus, the shortcuts
/// window, the search entry's suggestions and `docs/commands.md` are all derived from this value.
public struct Command: Identifiable, Sendable {
  /// The action's name within its scope; a name of the outside contract, so it never changes.
  public let id: String
  public let scope: Scope
  public let title: Message
  /// A longer title where the short one would be unclear on its own (palette, search); `nil` when the title is enough.
  public let longTitle: Message?
  /// The symbolic icon's name; `nil` for commands that are never a bar item.
  public let icon: String?
  /// Other words by which a person may look for it.
  public let keywords: [Message]
  public let keys: [Key]
  public let role: Role
  public let needs: Needs
  public let subject: Subject
  /// What the command does to the text, where that is all it does; nil for commands that the application has a handler for.
  public let edit: EditingCommand?

  /// Where the action lives, which is also the prefix of its name.
  public enum Scope: String, Sendable {
    case application = "app"
    case window = "win"
  }

  /// How a control that stands for the command behaves and is announced.
  public enum Role: Hashable, Sendable {
    case plain
    /// On or off, kept as the action's state.
    case toggle
    /// One of several words, kept as the action's state.
    case choice([Choice])
    /// A whole number within the range, kept as the action's state. `choices` name the numbers that a menu offers.
    case number(ClosedRange<Int32>, choices: [NumberChoice])
  }

  public struct Choice: Hashable, Sendable {
    public let value: String
    public let title: Message
    public let icon: String?
  }

  public struct NumberChoice: Hashable, Sendable {
    public let value: Int32
    public let title: Message
  }

  /// What must be there for the command to be enabled.
  public struct Needs: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A document is open in the window.
    public static let document = Needs(rawValue: 1 << 0)
    /// The document's text may be changed.
    public static let editableText = Needs(rawValue: 1 << 1)
    /// The keyboard focus is in the text, or a bar item acts for it: an accelerator never edits from an entry.
    public static let textFocus = Needs(rawValue: 1 << 2)
    /// The document has a file.
    public static let file = Needs(rawValue: 1 << 3)
    /// Something is selected in the text.
    public static let selection = Needs(rawValue: 1 << 4)
    /// There is something to undo.
    public static let undo = Needs(rawValue: 1 << 5)
    /// The document browser is shown.
    public static let browser = Needs(rawValue: 1 << 7)
    /// Something is selected in the document browser.
    public static let chosen = Needs(rawValue: 1 << 8)
    /// There is a place before this one, or after it, among those that were visited.
    public static let placeAhead = Needs(rawValue: 1 << 9)
    /// There is something to do again.
    public static let redo = Needs(rawValue: 1 << 6)
  }

  /// An accelerator in GTK's notation (`<Control>s`), with the parameter that it gives to the action.
  public struct Key: Hashable, Sendable {
    public let accelerator: String
    public let parameter: Parameter?

    public init(_ accelerator: String, _ parameter: Parameter? = nil) {
      self.accelerator = accelerator
      self.parameter = parameter
    }
  }

  public enum Parameter: Hashable, Sendable {
    case word(String)
    case number(Int32)
  }

  /// The heading under which people look for it, in menus and in the shortcuts window.
  public enum Subject: Int, CaseIterable, Sendable {
    case document, editing, format, paragraph, insert, table, view, navigation, application

    public var title: Message {
      switch self {
      case .document: tr("Document")
      case .editing: tr("Editing")
      case .format: tr("Format")
      case .paragraph: tr("Paragraph")
      case .insert: tr("Insert")
      case .table: C_("menu", "Table")
      case .view: C_("menu", "View")
      case .navigation: tr("Navigation")
      case .application: tr("Application")
      }
    }
  }

  init(
    _ id: String, _ title: Message, in scope: Scope = .window, long longTitle: Message? = nil, icon: String? = nil,
    keywords: [Message] = [], keys: [Key] = [], role: Role = .plain, needs: Needs = [], subject: Subject,
    edit: EditingCommand? = nil
  ) {
    self.id = id
    self.scope = scope
    self.title = title
    self.longTitle = longTitle
    self.icon = icon
    self.keywords = keywords
    self.keys = keys
    self.role = role
    self.needs = needs
    self.subject = subject
    self.edit = edit
  }

  /// The action's name with its scope, as menus and accelerators use it.
  public var actionName: String { "\(scope.rawValue).\(id)" }

  /// Returns the detailed action name with the parameter in GVariant's text form.
  public func detailedActionName(_ parameter: Parameter?) -> String {
    switch parameter {
    case .none: actionName
    case .word(let word): "\(actionName)::\(word)"
    case .number(let number): "\(actionName)(\(number))"
    }
  }
}
