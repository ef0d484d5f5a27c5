// Owns: the words in which the find bar speaks.

import GLibKit
import GtkKit
import TextModel

extension ExpressionFlaw {
  /// What is wrong, for people.
  nonisolated var wording: String {
    switch self {
    case .backslashAtEnd: tr("a character is missing after the last backslash")
    case .missingBracket: tr("a closing bracket “]” is missing")
    case .missingParenthesis: tr("a closing parenthesis “)” is missing")
    case .unmatchedParenthesis: tr("a parenthesis is closed that was not opened")
    case .nothingToRepeat: tr("there is nothing to repeat before a “*”, “+” or “?”")
    case .rangeOutOfOrder: tr("a range in brackets runs backwards")
    case .numbersOutOfOrder: tr("the numbers in braces run backwards")
    case .numberTooBig: tr("a number in braces is too big")
    case .lookbehindTooLong: tr("what stands before must have a fixed length")
    case .noSuchGroup: tr("it refers to a group that it does not have")
    case .twoGroupsOfOneName: tr("two groups have the same name")
    case .nestedTooDeeply: tr("parentheses are nested too deeply")
    case .other(let reason): reason
    }
  }
}

extension SearchFailure {
  /// Why the search cannot begin or go on.
  nonisolated func wording(pattern: String, text: ChunkedText) -> String {
    switch self {
    case .badExpression(let flaw, let offset):
      let characters = String(decoding: pattern.utf8.prefix(offset), as: UTF8.self).count
      return tr("Not a regular expression: %s (after character %s)").filled(flaw.wording, Format.number(characters))
    case .tooComplex(let offset):
      return tr("The expression has too many ways to match at line %s. Make it simpler.").filled(line(offset, text))
    case .tooSlow(let offset):
      return tr("The search took too long and ended at line %s.").filled(line(offset, text))
    }
  }

  private nonisolated func line(_ offset: TextOffset, _ text: ChunkedText) -> String {
    Format.number(text.lines.line(at: min(offset, text.end)) + 1)
  }
}

/// What the next replacement takes away and puts in, as markup.
func replacementPreview(_ old: String, _ new: String) -> String {
  let gone = "<span alpha=\"70%\" strikethrough=\"true\">\(Label.escape(visible(old)))</span>"
  return "\(gone)  →  <b>\(new.isEmpty ? Label.escape(tr("nothing")) : Label.escape(visible(new)))</b>"
}

/// A text in one line, line ends and tabs to be seen, cut where nobody would read on.
private func visible(_ text: String) -> String {
  var shown = ""
  for character in text.prefix(120) {
    switch character {
    case "\n", "\r\n", "\r": shown += "↵"
    case "\t": shown += "⇥"
    default: shown.append(character)
    }
  }
  return text.count > 120 ? shown + "…" : shown
}
