/// Tables of the bytes that mean something inside a block, one for each set of options that matters.
enum InlineSpecials {
  /// The byte ends a stretch of plain text.
  static let ends: UInt8 = 1
  /// HTML has to escape the byte.
  static let escapes: UInt8 = 2

  /// The table for some options; lives as long as the process.
  static func table(_ options: MarkdownOptions) -> UnsafePointer<UInt8> {
    var index = 0
    if options.contains(.strikethrough) { index |= 1 }
    if options.contains(.highlight) { index |= 2 }
    if options.contains(.math) { index |= 4 }
    if options.contains(.autolinks) { index |= 8 }
    if options.contains(.emoji) { index |= 16 }
    return UnsafePointer(tables + index * 256)
  }

  nonisolated(unsafe) private static let tables: UnsafeMutablePointer<UInt8> = {
    let tables = UnsafeMutablePointer<UInt8>.allocate(capacity: 32 * 256)
    tables.initialize(repeating: 0, count: 32 * 256)
    for index in 0..<32 {
      var marks: [UInt8] = [
        Byte.lineFeed, Byte.carriageReturn, Byte.backslash, Byte.backtick, Byte.star, Byte.underscore, Byte.openBracket,
        Byte.closeBracket, Byte.bang, Byte.less, Byte.ampersand,
      ]
      if index & 1 != 0 { marks.append(Byte.tilde) }
      if index & 2 != 0 { marks.append(Byte.equals) }
      if index & 4 != 0 { marks.append(Byte.dollar) }
      if index & 8 != 0 { marks += [Byte.colon, Byte.dot, Byte.at] }
      if index & 16 != 0 { marks.append(Byte.colon) }
      for mark in marks { tables[index * 256 + Int(mark)] = ends }
      for mark in [0, Byte.ampersand, Byte.less, Byte.greater, Byte.quote, Byte.carriageReturn] {
        tables[index * 256 + Int(mark)] |= escapes
      }
    }
    return tables
  }()
}
