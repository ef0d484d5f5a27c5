/// Reads a reader's own theme: lines of `name = value` under `[Theme]`, and `#` for remarks. `docs/preview-theme.md` lists the names.
///
/// What is not understood is left as the theme has it on which the file builds, so that a slip costs one colour and not the preview.
public struct ThemeFile: Sendable {
  /// The theme.
  public private(set) var sheet = StyleSheet.light
  /// The numbers of the lines that were not understood, from 1.
  public private(set) var faults: [Int] = []

  /// Reads a file's bytes; at most 64 kB of them. O(bytes).
  public init(_ bytes: [UInt8]) {
    var lines: [(number: Int, name: String, value: String)] = []
    for (index, line) in bytes.prefix(65_536).split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
      let text = Self.trimmed(String(decoding: line, as: UTF8.self))
      if text.isEmpty || text.hasPrefix("#") || text.lowercased() == "[theme]" { continue }
      guard let equals = text.firstIndex(of: "=") else {
        faults.append(index + 1)
        continue
      }
      lines.append((index + 1, Self.trimmed(text[..<equals]).lowercased(), Self.trimmed(text[text.index(after: equals)...])))
    }
    // Whatever else a file says is said of the theme that it builds on, wherever the line stands.
    for line in lines where line.name == "base" { if !setBase(line.value.lowercased()) { faults.append(line.number) } }
    for line in lines where line.name != "base" { if !set(line.name, line.value) { faults.append(line.number) } }
    faults.sort()
  }

  private mutating func setBase(_ name: String) -> Bool {
    switch name {
    case "light": sheet = .light
    case "dark": sheet = .dark
    case "sepia": sheet = .sepia
    case "high-contrast": sheet = .highContrast
    case "high-contrast-dark": sheet = .highContrastDark
    default: return false
    }
    return true
  }

  private static let colours: [String: WritableKeyPath<Palette, Colour> & Sendable] = [
    "text": \.text, "ground": \.ground, "quiet": \.quiet, "link": \.link, "line": \.line, "shade": \.shade, "chip": \.chip,
    "stripe": \.stripe,
    "mark": \.mark, "selection": \.selection, "hit": \.hit, "accent": \.accent,
  ]
  private static let families: [String: WritableKeyPath<StyleSheet, String> & Sendable] = [
    "text-family": \.textFamily, "heading-family": \.headingFamily, "code-family": \.codeFamily,
  ]
  /// What may be written, with the least and the largest number.
  private static let numbers: [String: (path: WritableKeyPath<StyleSheet, Double> & Sendable, range: ClosedRange<Double>)] = [
    "line-height": (\.lineHeight, 1...3), "code-scale": (\.codeScale, 0.5...1.5), "measure": (\.measure, 20...200),
    "block-gap": (\.blockGap, 0...4), "list-indent": (\.listIndent, 0.5...6),
  ]
  private static let alerts = ["note", "tip", "important", "warning", "caution"]
  private static let code = ["comment", "keyword", "string", "number", "type", "function", "directive", "error"]

  private mutating func set(_ name: String, _ value: String) -> Bool {
    if name == "justified" {
      guard value == "true" || value == "false" else { return false }
      sheet.justified = value == "true"
      return true
    }
    if let path = Self.families[name] {
      guard !value.isEmpty, value.utf8.count < 300, value.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else { return false }
      sheet[keyPath: path] = value
      return true
    }
    if let (path, range) = Self.numbers[name] {
      guard let number = Double(value), range.contains(number) else { return false }
      sheet[keyPath: path] = number
      return true
    }
    guard let colour = Self.colour(value) else { return false }
    if let path = Self.colours[name] {
      sheet.palette[keyPath: path] = colour
    } else if name.hasPrefix("alert-"), let index = Self.alerts.firstIndex(of: String(name.dropFirst(6))) {
      sheet.palette.alerts[index] = colour
    } else if name.hasPrefix("code-"), let index = Self.code.firstIndex(of: String(name.dropFirst(5))) {
      sheet.palette.code[index] = colour
    } else {
      return false
    }
    return true
  }

  /// Reads `#rgb` or `#rrggbb`.
  private static func colour(_ text: String) -> Colour? {
    guard text.hasPrefix("#"), let number = UInt32(text.dropFirst(), radix: 16) else { return nil }
    switch text.utf8.count {
    case 7: return Colour(number)
    case 4: return Colour((number >> 8 & 15) * 0x110000 + (number >> 4 & 15) * 0x1100 + (number & 15) * 0x11)
    default: return nil
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
