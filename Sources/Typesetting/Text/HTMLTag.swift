/// Holds one tag of HTML, read tolerantly: a name, whether it opens or closes, and its attributes as written.
struct HTMLTag: Equatable {
  /// In small letters.
  var name: String
  var isClosing: Bool
  var attributes: [(name: String, value: [UInt8])]

  static func == (left: HTMLTag, right: HTMLTag) -> Bool {
    left.name == right.name && left.isClosing == right.isClosing && left.attributes.count == right.attributes.count
      && zip(left.attributes, right.attributes).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  /// Gives an attribute's value as written, references undecoded; nil when there is none.
  func value(_ wanted: String) -> [UInt8]? { attributes.first { $0.name == wanted }?.value }

  /// Gives a length: pixels, or a share as a negative number ("50%" is -0.5); nil for none that we understand.
  func length(_ wanted: String) -> Double? {
    guard let value = value(wanted) else { return nil }
    var number = 0.0
    var index = 0
    while index < value.count, index < 5, case UInt8(ascii: "0")...UInt8(ascii: "9") = value[index] {
      number = number * 10 + Double(value[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > 0, number > 0 else { return nil }
    let isShare = index < value.count && value[index] == UInt8(ascii: "%")
    return isShare ? -min(number, 100) / 100 : number
  }

  /// Reads the tag that begins at `start` (a `<`); gives it with the position behind its `>`, nil when none begins there. Linear.
  static func read(_ bytes: some RandomAccessCollection<UInt8>, at start: Int) -> (tag: HTMLTag, end: Int)? {
    func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[bytes.index(bytes.startIndex, offsetBy: index)] : nil }
    var index = start
    guard byte(index) == UInt8(ascii: "<") else { return nil }
    index += 1
    let isClosing = byte(index) == UInt8(ascii: "/")
    if isClosing { index += 1 }
    var name: [UInt8] = []
    while let next = byte(index), isLetter(next) || (!name.isEmpty && (isDigit(next) || next == UInt8(ascii: "-"))) {
      name.append(next | 0x20)
      index += 1
    }
    guard !name.isEmpty else { return nil }
    var attributes: [(name: String, value: [UInt8])] = []
    while true {
      while let next = byte(index), isBlank(next) || next == UInt8(ascii: "/") { index += 1 }
      guard let next = byte(index) else { return nil }
      if next == UInt8(ascii: ">") {
        return (HTMLTag(name: String(decoding: name, as: UTF8.self), isClosing: isClosing, attributes: attributes), index + 1)
      }
      if next == UInt8(ascii: "<") { return nil }
      var attribute: [UInt8] = []
      // A `<` ends the attempt wherever it stands outside quotes: so a text full of them stays linear.
      while let next = byte(index), !isBlank(next), next != UInt8(ascii: "="), next != UInt8(ascii: ">"), next != UInt8(ascii: "/"),
        next != UInt8(ascii: "<")
      {
        attribute.append(next >= 0x41 && next <= 0x5a ? next | 0x20 : next)
        index += 1
      }
      if attribute.isEmpty { index += 1 }
      while let next = byte(index), isBlank(next) { index += 1 }
      var value: [UInt8] = []
      if byte(index) == UInt8(ascii: "=") {
        index += 1
        while let next = byte(index), isBlank(next) { index += 1 }
        if let quote = byte(index), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          index += 1
          while let next = byte(index), next != quote {
            value.append(next)
            index += 1
          }
          guard byte(index) != nil else { return nil }
          index += 1
        } else {
          while let next = byte(index), !isBlank(next), next != UInt8(ascii: ">"), next != UInt8(ascii: "<") {
            value.append(next)
            index += 1
          }
        }
      }
      if attributes.count < 32 { attributes.append((String(decoding: attribute, as: UTF8.self), value)) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a }
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  /// The look of an element that only changes letters; nil for every other element.
  static func look(of name: String) -> Look? {
    switch name {
    case "b", "strong": .strong
    case "i", "em", "cite", "var", "dfn": .emphasis
    case "u": .underline
    case "ins": .inserted
    case "s", "del", "strike": .strike
    case "mark": .mark
    case "sub": .below
    case "sup": .above
    case "kbd": .key
    case "code", "samp", "tt": .code
    case "small": .small
    case "span", "font", "abbr", "picture", "big", "q": []
    default: nil
    }
  }

  /// Elements that stand on lines of their own.
  static let blocks: Set<String> = [
    "p", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "table", "thead", "tbody", "tr", "blockquote", "pre", "details",
    "summary", "hr", "section", "article", "header", "footer", "nav", "figure", "figcaption", "dl", "dt", "dd", "main", "aside",
  ]
}
