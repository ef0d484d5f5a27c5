import CPcre
import TextModel

/// What the library writes to while it matches: of one thread at a time.
final class MatchRoom {
  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer
  private let stack: OpaquePointer?

  init(_ code: OpaquePointer, isCompiled: Bool) {
    self.code = code
    data = pcre2_match_data_create_from_pattern_8(code, nil)!
    context = pcre2_match_context_create_8(nil)!
    pcre2_set_match_limit_8(context, Expression.mostSteps)
    // In kibibytes: what the interpreter may take for going back.
    pcre2_set_heap_limit_8(context, 64 << 10)
    // The library's own 32 kB are too few for expressions that go back over a paragraph.
    stack = isCompiled ? pcre2_jit_stack_create_8(32 << 10, 4 << 20, nil) : nil
    if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_match_context_free_8(context)
    if let stack { pcre2_jit_stack_free_8(stack) }
  }

  /// Looks for a match; gives the number of its groups, or one of the library's errors.
  func match(_ text: UnsafePointer<UInt8>, _ count: Int, from start: Int, startingUpTo limit: Int, notEmptyAtStart: Bool) -> Int32 {
    pcre2_set_offset_limit_8(context, limit)
    // Its own check would read the whole text at every call; texts are well-formed.
    let options = PCRE2_NO_UTF_CHECK | (notEmptyAtStart ? PCRE2_NOTEMPTY_ATSTART : 0)
    return pcre2_match_8(code, text, count, start, options, data, context)
  }

  /// The groups of the last match.
  var groups: MatchedGroups {
    let pairs = Int(pcre2_get_ovector_count_8(data))
    let places = UnsafeRawPointer(pcre2_get_ovector_pointer_8(data)!).assumingMemoryBound(to: Int.self)
    return MatchedGroups(UnsafeBufferPointer(start: places, count: 2 * pairs))
  }
}
