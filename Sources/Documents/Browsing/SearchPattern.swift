internal import Glibc

/// Holds what is looked for in names and texts: words that must all occur, in any order, whatever their case.
public struct SearchPattern: Sendable, Equatable {
  let words: [[UInt8]]

  /// Takes what a person typed; `nil` when there is no word in it.
  public init?(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    if words.isEmpty { return nil }
  }

  /// Tells whether a name has all the words.
  public func matches(name: String) -> Bool {
    let folded = Array(name.lowercased().utf8)
    return folded.withUnsafeBufferPointer { buffer in words.allSatisfy { find($0, in: buffer, from: 0) != nil } }
  }

  /// Holds the line of a text that fits best.
  public struct Line: Sendable, Equatable {
    /// Counts from 1.
    public let number: Int
    public let text: String
  }

  /// Finds the line to show of a text that has all the words: the first with all of them, else the first with the first word;
  /// `nil` when a word is missing. O(n).
  public func line(in text: [UInt8]) -> Line? {
    let folded = Self.folded(text)
    return folded.withUnsafeBufferPointer { buffer -> Line? in
      guard let first = find(words[0], in: buffer, from: 0), words.dropFirst().allSatisfy({ find($0, in: buffer, from: 0) != nil })
      else { return nil }
      var place: Int? = first
      while let found = place {
        let start = buffer[..<found].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = buffer[found...].firstIndex(of: newline) ?? buffer.count
        let part = UnsafeBufferPointer(rebasing: buffer[start..<end])
        if words.allSatisfy({ find($0, in: part, from: 0) != nil }) { return line(at: start, in: buffer, of: text) }
        place = find(words[0], in: buffer, from: end)
      }
      return line(at: first, in: buffer, of: text)
    }
  }

  /// Folding keeps the line ends, so a line is found again by its number even where it changes the length.
  private func line(at offset: Int, in folded: UnsafeBufferPointer<UInt8>, of text: [UInt8]) -> Line {
    let number = folded[..<offset].reduce(0) { $0 + ($1 == newline ? 1 : 0) }
    var start = 0
    for _ in 0..<number { start = (text[start...].firstIndex(of: newline) ?? text.count - 1) + 1 }
    let end = text[start...].firstIndex(of: newline) ?? text.count
    var shown = text[start..<end]
    if shown.count > Self.longestLine { shown = window(of: shown) }
    return Line(number: number + 1, text: String(decoding: shown, as: UTF8.self).trimmingBlanks)
  }

  private static let longestLine = 200

  /// Gives the part of a long line around its first match; exact where folding keeps lengths.
  private func window(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let folded = Self.folded(Array(line))
    let place = folded.withUnsafeBufferPointer { buffer in words.lazy.compactMap { find($0, in: buffer, from: 0) }.min() } ?? 0
    var start = line.startIndex + min(max(0, place - 60), max(0, line.count - Self.longestLine))
    while start < line.endIndex, line[start] & 0xC0 == 0x80 { start += 1 }
    var end = min(line.endIndex, start + Self.longestLine)
    while end < line.endIndex, end > start, line[end] & 0xC0 == 0x80 { end -= 1 }
    return line[start..<end]
  }

  /// Gives a text in small letters; plain ASCII by its bytes, anything else by Unicode's rules.
  static func folded(_ text: [UInt8]) -> [UInt8] {
    if text.contains(where: { $0 >= 0x80 }) { return Array(String(decoding: text, as: UTF8.self).lowercased().utf8) }
    return text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private func find(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = text.baseAddress, start + word.count <= text.count else { return nil }
    var index = start
    while index + word.count <= text.count {
      guard let found = memchr(base + index, Int32(word[0]), text.count - word.count + 1 - index) else { return nil }
      index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + index, word, word.count) == 0 { return index }
      index += 1
    }
    return nil
  }
}

private let newline = UInt8(ascii: "\n")

extension String {
  fileprivate var trimmingBlanks: String {
    var part = self[...]
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
