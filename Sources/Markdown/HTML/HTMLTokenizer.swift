/// A piece of HTML source.
public enum HTMLToken: Sendable, Equatable {
  /// Text, with its character references as they are.
  case text(Range<Int>)
  case start(HTMLTag)
  /// An end tag with its name in lower case.
  case end(name: String, Range<Int>)
  case comment(Range<Int>)
  /// A declaration or processing instruction.
  case other(Range<Int>)
}

/// A start tag.
public struct HTMLTag: Sendable, Equatable {
  public struct Attribute: Sendable, Equatable {
    /// In lower case.
    public let name: String
    /// Decoded; empty when the attribute has no value.
    public let value: String
  }

  /// In lower case.
  public let name: String
  public let attributes: [Attribute]
  public let isSelfClosing: Bool
  /// The bytes of the tag in the source.
  public let range: Range<Int>

  /// The value of the first attribute of a name; nil when there is none.
  public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Splits HTML into tokens as browsers do, for the preview, the export and pasting. Linear; never fails; nothing recurses.
///
/// The content of `script`, `style` and their like is one text token. A tag that the source ends in is text.
public struct HTMLTokenizer: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  /// The element whose content is text up to its end tag.
  private var textElement: String?

  private static let textElements: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript",
  ]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  public mutating func next() -> HTMLToken? {
    guard position < bytes.count else { return nil }
    if let element = textElement {
      textElement = nil
      let start = position
      position = endOfText(element)
      if position > start { return .text(start..<position) }
      guard position < bytes.count else { return nil }
    }
    let start = position
    if bytes[start] == Byte.less, let token = markup() { return token }
    position = start + 1
    while position < bytes.count, bytes[position] != Byte.less || !mayBeMarkup(position) { position += 1 }
    return .text(start..<position)
  }

  /// Gives the text of a token with its character references decoded.
  public func text(in range: Range<Int>) -> String { decoded(range.lowerBound, range.upperBound) }

  private func mayBeMarkup(_ place: Int) -> Bool {
    guard place + 1 < bytes.count else { return false }
    let next = bytes[place + 1]
    if next.isLetter || next == Byte.bang || next == Byte.question { return true }
    return next == Byte.slash && place + 2 < bytes.count && bytes[place + 2].isLetter
  }

  private mutating func markup() -> HTMLToken? {
    guard mayBeMarkup(position) else { return nil }
    let start = position
    let next = bytes[start + 1]
    if next == Byte.bang || next == Byte.question {
      let isComment = next == Byte.bang && start + 3 < bytes.count && bytes[start + 2] == Byte.minus && bytes[start + 3] == Byte.minus
      position = isComment ? endOfComment(start + 4) : after(Byte.greater, from: start + 2)
      return isComment ? .comment(start..<position) : .other(start..<position)
    }
    if next == Byte.slash {
      var end = start + 2
      while end < bytes.count, !bytes[end].isASCIISpace, bytes[end] != Byte.greater, bytes[end] != Byte.slash { end += 1 }
      let name = lowered(start + 2, end)
      position = after(Byte.greater, from: end)
      return .end(name: name, start..<position)
    }
    guard let tag = tag(start) else {
      position = bytes.count
      return .text(start..<position)
    }
    position = tag.range.upperBound
    if HTMLTokenizer.textElements.contains(tag.name), !tag.isSelfClosing { textElement = tag.name }
    return .start(tag)
  }

  private func endOfComment(_ start: Int) -> Int {
    if start < bytes.count, bytes[start] == Byte.greater { return start + 1 }
    if start + 1 < bytes.count, bytes[start] == Byte.minus, bytes[start + 1] == Byte.greater { return start + 2 }
    return bytes.withUnsafeBufferPointer { HTMLScanner.find("-->", $0.baseAddress!, start, bytes.count) ?? bytes.count }
  }

  private func after(_ byte: UInt8, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != byte { index += 1 }
    return Swift.min(index + 1, bytes.count)
  }

  private func lowered(_ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end].map(\.lowercased), as: UTF8.self)
  }

  /// The place of the end tag of an element of text, or the end.
  private func endOfText(_ element: String) -> Int {
    let name = Array(element.utf8)
    var index = position
    search: while index + 2 + name.count <= bytes.count {
      if bytes[index] == Byte.less, bytes[index + 1] == Byte.slash {
        for offset in name.indices where bytes[index + 2 + offset].lowercased != name[offset] {
          index += 1
          continue search
        }
        return index
      }
      index += 1
    }
    return bytes.count
  }

  /// Reads a start tag; nil when the source ends in it.
  private func tag(_ start: Int) -> HTMLTag? {
    var index = start + 1
    while index < bytes.count, !bytes[index].isASCIISpace, bytes[index] != Byte.greater, bytes[index] != Byte.slash { index += 1 }
    let name = lowered(start + 1, index)
    var attributes: [HTMLTag.Attribute] = []
    var isSelfClosing = false
    while true {
      while index < bytes.count, bytes[index].isASCIISpace || bytes[index] == Byte.slash {
        isSelfClosing = bytes[index] == Byte.slash
        index += 1
      }
      guard index < bytes.count else { return nil }
      if bytes[index] == Byte.greater { break }
      isSelfClosing = false
      let nameStart = index
      index += 1
      while index < bytes.count, !bytes[index].isASCIISpace, bytes[index] != Byte.greater, bytes[index] != Byte.slash,
        bytes[index] != Byte.equals
      {
        index += 1
      }
      let attribute = lowered(nameStart, index)
      while index < bytes.count, bytes[index].isASCIISpace { index += 1 }
      var value = ""
      if index < bytes.count, bytes[index] == Byte.equals {
        index += 1
        while index < bytes.count, bytes[index].isASCIISpace { index += 1 }
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        let valueStart: Int
        if quote == Byte.quote || quote == Byte.apostrophe {
          valueStart = index + 1
          index = valueStart
          while index < bytes.count, bytes[index] != quote { index += 1 }
          guard index < bytes.count else { return nil }
          value = decoded(valueStart, index)
          index += 1
        } else {
          valueStart = index
          while index < bytes.count, !bytes[index].isASCIISpace, bytes[index] != Byte.greater { index += 1 }
          value = decoded(valueStart, index)
        }
      }
      attributes.append(HTMLTag.Attribute(name: attribute, value: value))
    }
    return HTMLTag(name: name, attributes: attributes, isSelfClosing: isSelfClosing, range: start..<index + 1)
  }

  /// Decodes character references, also numeric ones without their semicolon, as browsers do.
  private func decoded(_ start: Int, _ end: Int) -> String {
    guard bytes[start..<end].contains(Byte.ampersand) else { return String(decoding: bytes[start..<end], as: UTF8.self) }
    return bytes.withUnsafeBufferPointer { HTMLText.decoded($0.baseAddress!, start, end) }
  }
}

/// Character references as browsers read them, which is more than CommonMark allows.
enum HTMLText {
  static func decoded(_ source: Source, _ start: Int, _ end: Int) -> String {
    var result: [UInt8] = []
    var index = start
    while index < end {
      if source[index] == Byte.ampersand {
        if let stop = Entities.end(source, index, end) {
          for scalar in Entities.scalars(source, index, stop) { result.append(contentsOf: UTF8.encode(scalar)!) }
          index = stop
          continue
        }
        if let (scalar, stop) = number(source, index, end) {
          result.append(contentsOf: UTF8.encode(scalar)!)
          index = stop
          continue
        }
      }
      result.append(source[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A numeric reference of any length, with or without a semicolon.
  private static func number(_ source: Source, _ start: Int, _ end: Int) -> (Unicode.Scalar, Int)? {
    guard start + 2 < end, source[start + 1] == Byte.hash else { return nil }
    let isHex = source[start + 2] | 0x20 == 0x78
    var index = start + (isHex ? 3 : 2)
    let digits = index
    var value: UInt32 = 0
    while index < end, isHex ? source[index].isHexDigit : source[index].isDigit {
      let digit = UInt32(source[index].isDigit ? source[index] & 15 : (source[index] | 0x20) - 0x57)
      value = min(value * (isHex ? 16 : 10) + digit, 0x11_0000)
      index += 1
    }
    guard index > digits else { return nil }
    if index < end, source[index] == Byte.semicolon { index += 1 }
    return (value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}", index)
  }
}
