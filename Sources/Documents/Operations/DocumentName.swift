/// Judges names for files and makes new ones.
public struct DocumentName: Sendable, Hashable {
  /// Says why a name cannot be had.
  public enum Fault: Sendable, Hashable {
    case empty
    /// "." and ".." mean folders.
    case reserved
    case containsSlash
    case containsNUL
    /// The name has `count` bytes; the system takes 255.
    case tooLong(count: Int)
  }

  /// Says what somebody may regret about a name that can be had.
  public enum Doubt: Sendable, Hashable {
    /// File managers hide it.
    case startsWithDot
    /// Programs take it for an option.
    case startsWithDash
    case startsOrEndsWithBlank
    /// Windows drops a final dot.
    case endsWithDot
    case containsLineEnd
    /// A character that turns the direction of what follows can disguise the ending.
    case containsDirectionControl
    case containsControl
    /// Windows cannot have such a name ("CON", "a:b").
    case impossibleOnWindows
    /// Another file's name looks the same and is written in other bytes.
    case looksLike(String)
  }

  /// Is the longest name that Linux file systems take, in bytes.
  public static let limit = 255

  public let text: String

  public init(_ text: String) { self.text = text }

  /// Gives what forbids the name; `nil` when it can be had.
  public var fault: Fault? {
    if text.isEmpty { return .empty }
    if text == "." || text == ".." { return .reserved }
    if text.utf8.contains(UInt8(ascii: "/")) { return .containsSlash }
    if text.utf8.contains(0) { return .containsNUL }
    return text.utf8.count > Self.limit ? .tooLong(count: text.utf8.count) : nil
  }

  /// Gives what may be regretted, beside `others`, the names in the folder.
  public func doubts(beside others: [String] = []) -> [Doubt] {
    var doubts: [Doubt] = []
    let scalars = text.unicodeScalars
    if text.hasPrefix(".") { doubts.append(.startsWithDot) }
    if text.hasPrefix("-") { doubts.append(.startsWithDash) }
    if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
      doubts.append(.startsOrEndsWithBlank)
    }
    if text.hasSuffix(".") { doubts.append(.endsWithDot) }
    if scalars.contains(where: { $0 == "\n" || $0 == "\r" || $0 == "\u{2028}" || $0 == "\u{2029}" }) { doubts.append(.containsLineEnd) }
    if scalars.contains(where: { $0.properties.isBidiControl }) { doubts.append(.containsDirectionControl) }
    if scalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" }) {
      doubts.append(.containsControl)
    }
    if isImpossibleOnWindows { doubts.append(.impossibleOnWindows) }
    // Swift compares strings by canonical equivalence: equal to a reader, other bytes on disk.
    if let twin = others.first(where: { $0 == text && !$0.utf8.elementsEqual(text.utf8) }) { doubts.append(.looksLike(twin)) }
    return doubts
  }

  private var isImpossibleOnWindows: Bool {
    if text.unicodeScalars.contains(where: { "<>:\"\\|?*".unicodeScalars.contains($0) }) { return true }
    let stem = text.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last!.isNumber
  }

  /// Gives the part before the ending ("notes" of "notes.md", all of ".profile").
  public var stem: String {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return text }
    return String(text[..<dot])
  }

  /// Gives the ending with its dot; empty where there is none.
  public var ending: String { String(text.dropFirst(stem.count)) }

  /// Gives a name that can be had, made of text such as a heading: without slashes and controls, on one line, and short enough
  /// for `ending`, cut between characters; `nil` when nothing is left.
  public static func proposal(from heading: String, ending: String) -> DocumentName? {
    var stem = ""
    for scalar in heading.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: stem.unicodeScalars.append(" ")
      case .format where scalar.properties.isBidiControl: continue
      default: stem.unicodeScalars.append(scalar == "/" || scalar == "\\" ? "-" : scalar)
      }
    }
    stem = stem.split(separator: " ").joined(separator: " ")
    while stem.hasPrefix(".") || stem.hasPrefix("-") || stem.hasPrefix(" ") { stem.removeFirst() }
    stem = cut(stem, to: 120)
    while stem.hasSuffix(".") || stem.hasSuffix(" ") { stem.removeLast() }
    return stem.isEmpty ? nil : DocumentName(stem + ending)
  }

  /// Gives the name with text before the ending ("notes (copy).md"), cut so that it can be had.
  public func adding(_ suffix: String) -> DocumentName {
    DocumentName(Self.cut(stem, to: Self.limit - suffix.utf8.count - ending.utf8.count) + suffix + ending)
  }

  /// Cuts between characters.
  private static func cut(_ text: String, to limit: Int) -> String {
    var text = text
    while text.utf8.count > limit { text.removeLast() }
    return text
  }
}
