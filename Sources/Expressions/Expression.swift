// Owns: the talk with PCRE2, the library behind every search: words are searched as expressions that mean just themselves.
// Rule: no call to the library takes long. It tries a bounded number of starts (offset limit), each with a bounded number of steps (match
// limit), so that a search can be cancelled whatever the expression.

import CPcre
public import TextModel

/// A query made ready for searching. Safe to use from any thread.
public final class Expression: TextMatcher, @unchecked Sendable {
  // Never written after init; each search brings the room that it writes to.
  private let code: OpaquePointer
  private let usesCompiler: Bool
  /// Whether a match may begin between CR and LF.
  private let namesLineEnds: Bool
  public let groupNames: [String: Int]
  public let groupCount: Int

  /// The most steps that the library may take from one start.
  static let mostSteps: UInt32 = 500_000

  /// Makes a query ready; throws `.badExpression` with the flaw and its place.
  public init(_ query: SearchQuery) throws(SearchFailure) {
    let context = pcre2_compile_context_create_8(nil)!
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
    pcre2_set_bsr_8(context, UInt32(PCRE2_BSR_ANYCRLF))
    // Deep nesting is parsed by recursion.
    pcre2_set_parens_nest_limit_8(context, 200)
    if query.wholeWords, query.isExpression { pcre2_set_compile_extra_options_8(context, PCRE2_EXTRA_MATCH_WORD) }
    var options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT | PCRE2_NO_UTF_CHECK
    if !query.matchesCase { options |= PCRE2_CASELESS }
    var error: Int32 = 0
    var place = 0
    var pattern = query.isExpression ? query.pattern : Self.literal(query.pattern, wholeWords: query.wholeWords)
    let compiled = pattern.withUTF8 { pcre2_compile_8($0.baseAddress, $0.count, options, &error, &place, context) }
    guard let compiled else { throw .badExpression(ExpressionFlaw(error), offset: place) }
    code = compiled
    // Where memory may not be executed the library interprets, which is only slower.
    usesCompiler = pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE) == 0
    namesLineEnds = Self.number(compiled, PCRE2_INFO_HASCRORLF) != 0
    groupCount = Int(Self.number(compiled, PCRE2_INFO_CAPTURECOUNT)) + 1
    groupNames = Self.names(compiled)
  }

  deinit { pcre2_code_free_8(code) }

  /// The expression that matches a text and nothing else; a line end matches every kind of line end.
  static func literal(_ text: String, wholeWords: Bool) -> String {
    var expression = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\r" {
        if expression.hasSuffix("\\R"), scalar == "\n" { continue }
        expression += "\\R"
        continue
      }
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar), scalar.value > 0x20 { expression += "\\" }
      expression.unicodeScalars.append(scalar)
    }
    // `\b` would ask for a word character on the inner side, which "C++" does not have.
    return wholeWords ? "(?<!\\w)" + expression + "(?!\\w)" : expression
  }

  private static func number(_ code: OpaquePointer, _ what: Int32) -> UInt32 {
    var value: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(what), &value)
    return value
  }

  private static func names(_ code: OpaquePointer) -> [String: Int] {
    var table: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
    let size = Int(number(code, PCRE2_INFO_NAMEENTRYSIZE))
    var names: [String: Int] = [:]
    for index in 0..<Int(number(code, PCRE2_INFO_NAMECOUNT)) {
      guard let entry = table.map({ $0 + index * size }) else { break }
      names[String(cString: entry + 2)] = Int(entry[0]) << 8 | Int(entry[1])
    }
    return names
  }

  public func advance(
    _ cursor: inout SearchCursor, in text: UnsafeBufferPointer<UInt8>, while goesOn: () -> Bool, _ body: (MatchedGroups) -> Void
  ) throws(SearchFailure) {
    let room = MatchRoom(code, isCompiled: usesCompiler)
    let empty: [UInt8] = [0]
    try empty.withUnsafeBufferPointer { (none) throws(SearchFailure) in
      let subject = text.baseAddress ?? none.baseAddress!
      while !cursor.isAtEnd, goesOn() {
        // The starts of this call: up to and with `limit`.
        let limit = min(cursor.end, cursor.next + cursor.stride)
        let began = ContinuousClock.now
        let found = room.match(subject, text.count, from: cursor.next, startingUpTo: limit, notEmptyAtStart: cursor.isAfterEmpty)
        switch found {
        case PCRE2_ERROR_NOMATCH:
          if limit >= cursor.end {
            cursor.isAtEnd = true
          } else {
            cursor.next = boundary(after: limit, in: text)
            cursor.isAfterEmpty = false
          }
          adapt(&cursor, began)
        case 1...:
          take(room.groups, &cursor, in: text, body)
        default:
          throw .tooComplex(TextOffset(cursor.next))
        }
      }
    }
  }

  /// Keeps calls between a millisecond and a few.
  private func adapt(_ cursor: inout SearchCursor, _ began: ContinuousClock.Instant) {
    let took = began.duration(to: .now)
    if took < .milliseconds(1) {
      cursor.stride = min(cursor.stride * 2, 1 << 22)
    } else if took > .milliseconds(4) {
      cursor.stride = max(cursor.stride / 4, 1)
    }
  }

  private func take(
    _ groups: MatchedGroups, _ cursor: inout SearchCursor, in text: UnsafeBufferPointer<UInt8>, _ body: (MatchedGroups) -> Void
  ) {
    let range = groups.whole
    guard range.lower.utf8 >= cursor.next, range.upper.utf8 <= cursor.end else {
      // One that reaches out of the scope may hide others that begin later.
      let start = max(cursor.next, range.lower.utf8)
      cursor.isAtEnd = start >= cursor.end
      if !cursor.isAtEnd { cursor.next = boundary(after: start, in: text) }
      cursor.isAfterEmpty = false
      return
    }
    body(groups)
    cursor.next = range.upper.utf8
    cursor.isAfterEmpty = range.isEmpty
    if cursor.next >= cursor.end, range.isEmpty { cursor.isAtEnd = true }
  }

  /// The first place after an offset where a match may begin.
  private func boundary(after offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var next = offset + 1
    while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
    if next < text.count, text[next] == 0x0A, text[next - 1] == 0x0D, !namesLineEnds { next += 1 }
    return min(next, text.count)
  }
}
