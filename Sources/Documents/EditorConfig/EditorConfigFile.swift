/// One `.editorconfig` file, read: sections with what they say of the files that fit their pattern.
public struct EditorConfigFile: Sendable, Equatable {
  struct Section: Sendable, Equatable {
    let pattern: EditorConfigPattern
    var properties: [(name: String, value: String)] = []

    static func == (left: Section, right: Section) -> Bool {
      left.pattern == right.pattern && left.properties.elementsEqual(right.properties, by: ==)
    }
  }

  /// Whether folders further up have no say.
  public private(set) var isRoot = false
  private(set) var sections: [Section] = []

  /// Reads a file's text. Lines that mean nothing are passed over; reading never fails. O(n).
  public init(_ text: String) {
    var isInSection = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(line.first == "\u{FEFF}" ? line.dropFirst() : line)
      guard let first = line.first, first != "#", first != ";" else { continue }
      if first == "[" {
        guard line.last == "]" else { continue }
        isInSection = true
        sections.append(Section(pattern: EditorConfigPattern(String(line.dropFirst().dropLast()))))
      } else if let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) {
        let name = Self.trimmed(line[..<sign]).lowercased()
        let value = String(Self.trimmed(Self.withoutRemark(line[line.index(after: sign)...])))
        if isInSection {
          sections[sections.count - 1].properties.append((name, value))
        } else if name == "root" {
          isRoot = value.lowercased() == "true"
        }
      }
    }
  }

  /// What the file says of another one, whose path is given from the folder of this file, without a slash before it.
  public func properties(of path: String) -> [(name: String, value: String)] {
    sections.filter { $0.pattern.matches(path) }.flatMap(\.properties)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Older files have remarks behind a value, after a blank.
  private static func withoutRemark(_ value: Substring) -> Substring {
    var isAfterBlank = true
    for index in value.indices {
      if isAfterBlank, value[index] == "#" || value[index] == ";" { return value[..<index] }
      isAfterBlank = value[index].isWhitespace
    }
    return value
  }
}
