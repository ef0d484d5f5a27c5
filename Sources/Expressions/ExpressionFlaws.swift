import CPcre
import TextModel

extension ExpressionFlaw {
  /// Names one of the library's errors.
  init(_ error: Int32) {
    switch error {
    case PCRE2_ERROR_END_BACKSLASH: self = .backslashAtEnd
    case PCRE2_ERROR_MISSING_SQUARE_BRACKET: self = .missingBracket
    case PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS: self = .missingParenthesis
    case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS: self = .unmatchedParenthesis
    case PCRE2_ERROR_QUANTIFIER_INVALID: self = .nothingToRepeat
    case PCRE2_ERROR_CLASS_RANGE_ORDER: self = .rangeOutOfOrder
    case PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER: self = .numbersOutOfOrder
    case PCRE2_ERROR_QUANTIFIER_TOO_BIG: self = .numberTooBig
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH: self = .lookbehindTooLong
    case PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE: self = .noSuchGroup
    case PCRE2_ERROR_DUPLICATE_SUBPATTERN_NAME: self = .twoGroupsOfOneName
    case PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP: self = .nestedTooDeeply
    default:
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = pcre2_get_error_message_8(error, &buffer, buffer.count)
      self = .other(String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self))
    }
  }
}
