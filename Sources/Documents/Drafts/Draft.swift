import TextModel

/// Holds the unsaved text of one document as it is kept in the state folder.
public struct Draft: Sendable, Equatable {
  /// Names a draft for as long as its document is open, over renames and restarts.
  public struct ID: Sendable, Hashable, CustomStringConvertible {
    let name: String

    /// Makes a name that no other draft has.
    public init() { name = UniqueName.make() }

    /// Takes a name that was kept; `nil` unless it is one that `init()` could have made: it becomes part of a path.
    public init?(kept name: String) {
      guard name.utf8.count == 16, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }) else { return nil }
      self.name = name
    }

    public var description: String { name }
  }

  public let id: ID
  /// Describes the file that the text stands on; `nil` for a document that was never saved.
  public var file: DocumentFile?
  /// Names where a document without a file is going to be; `nil` when nobody has said.
  public var goal: FilePath?
  public var text: ChunkedText
  public var selection: TextSelection

  public init(
    id: ID, file: DocumentFile?, goal: FilePath? = nil, text: ChunkedText, selection: TextSelection = TextSelection(caret: .zero)
  ) {
    self.id = id
    self.file = file
    self.goal = goal
    self.text = text
    self.selection = selection
  }
}

extension StateRecord {
  subscript(file name: String) -> DocumentFile? {
    get {
      guard let path = self[path: name + ".path"], let target = self[path: name + ".target"],
        let fingerprint = self[fingerprint: name], let encoding = self[encoding: name]
      else { return nil }
      return DocumentFile(path: path, target: target, encoding: encoding, fingerprint: fingerprint)
    }
    set {
      guard let newValue else { return }
      self[path: name + ".path"] = newValue.path
      self[path: name + ".target"] = newValue.target
      self[fingerprint: name] = newValue.fingerprint
      self[encoding: name] = newValue.encoding
    }
  }

  subscript(encoding name: String) -> FileEncoding? {
    get {
      guard let text = self[text: name + ".encoding"] else { return nil }
      let hasMark = self[number: name + ".mark"] == 1
      switch text {
      case "UTF-8": return FileEncoding(.utf8, hasMark: hasMark)
      case "UTF-16LE": return FileEncoding(.utf16LittleEndian, hasMark: hasMark)
      case "UTF-16BE": return FileEncoding(.utf16BigEndian, hasMark: hasMark)
      default: return FileEncoding(.legacy(text))
      }
    }
    set {
      guard let newValue else { return }
      self[text: name + ".encoding"] = newValue.name
      self[number: name + ".mark"] = newValue.hasMark ? 1 : 0
    }
  }

  subscript(selection name: String) -> TextSelection? {
    get {
      guard let anchor = self[number: name + ".anchor"], let head = self[number: name + ".head"] else { return nil }
      return TextSelection(anchor: TextOffset(anchor), head: TextOffset(head))
    }
    set {
      guard let newValue else { return }
      self[number: name + ".anchor"] = newValue.anchor.utf8
      self[number: name + ".head"] = newValue.head.utf8
    }
  }
}
