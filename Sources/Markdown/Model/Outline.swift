import TextModel

/// A heading with what an outline, a link to it or a table of contents needs.
public struct MarkdownHeadingEntry: Hashable, Sendable {
  public let id: BlockID
  /// 1 to 6.
  public let level: Int
  /// The heading's text without marks.
  public let title: String
  /// GitHub's identifier, unique in the document.
  public let identifier: String
  public let range: TextRange
  /// Whether it stands in no other block.
  public let isTopLevel: Bool
}

extension MarkdownDocument {
  /// The headings in document order with their identifiers. O(headings, and runs).
  public var headings: [MarkdownHeadingEntry] {
    var found: [MarkdownHeadingEntry] = []
    var identifiers = HeadingIdentifiers()
    var index = 0
    for group in storage.runs.groups {
      guard group.notes.contains(.headings) else {
        index += group.runs.count
        continue
      }
      for run in group.runs {
        if run.notes.contains(.headings) {
          for block in run.blocks.indices where run.blocks[block].kind == .heading {
            let node = MarkdownNode(self, block: block, of: index)
            let title = node.plainText
            found.append(
              MarkdownHeadingEntry(
                id: node.id!, level: Int(run.blocks[block].aux), title: title, identifier: identifiers.identifier(for: title),
                range: node.range, isTopLevel: run.blocks[block].parent == -1))
          }
        }
        index += 1
      }
    }
    return found
  }
}

/// Makes heading identifiers as GitHub does: lower case, letters, digits, `-`, `_`, blanks as `-`; repeated ones are numbered.
struct HeadingIdentifiers {
  private var used: [String: Int] = [:]

  mutating func identifier(for title: String) -> String {
    var base = String.UnicodeScalarView()
    for scalar in title.unicodeScalars {
      if scalar == " " {
        base.append("-")
      } else if HeadingIdentifiers.isWord(scalar) {
        base.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    let name = String(base)
    guard var count = used[name] else {
      used[name] = 0
      return name
    }
    var numbered: String
    repeat {
      count += 1
      numbered = "\(name)-\(count)"
    } while used[numbered] != nil
    used[name] = count
    used[numbered] = 0
    return numbered
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "-" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
      .nonspacingMark,
      .spacingMark, .enclosingMark, .connectorPunctuation:
      return true
    default: return false
    }
  }
}
