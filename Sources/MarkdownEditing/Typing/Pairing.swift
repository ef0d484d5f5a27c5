import TextModel

/// Puts the closing mark in with the opening one, around what is selected if anything is, and types over it later.
public struct Pairing {
  /// The opening characters that can be paired; a preference switches each on or off.
  public static let characters: Set<Character> = ["*", "_", "~", "`", "\"", "(", "[", "{"]

  private let context: EditContext
  private let pairs: Set<Character>
  private let characters: Characters

  init(_ context: EditContext, _ pairs: Set<Character>) {
    self.context = context
    self.pairs = pairs
    characters = Characters(context.text)
  }

  private static func closing(_ opening: Character) -> Character {
    switch opening {
    case "(": ")"
    case "[": "]"
    case "{": "}"
    default: opening
    }
  }

  /// Says what typing a character does; nil types it.
  func plan(_ character: Character) -> EditPlan? {
    let selection = context.selection
    if !selection.isEmpty { return around(selection, character) }
    if let over = typingOver(character) { return over }
    guard pairs.contains(character), mayPair(character) else { return nil }
    let caret = selection.head
    return EditPlan(
      replacing: TextRange(at: caret), with: String([character, Self.closing(character)]), selection: TextSelection(caret: caret + 1))
  }

  /// Erases both marks when nothing stands between them; nil when that is not so.
  func backspace() -> EditPlan? {
    let caret = context.selection.head
    guard context.selection.isEmpty, let before = characters.before(caret), let after = characters.after(caret) else { return nil }
    let opening = Character(before.scalar)
    guard pairs.contains(opening), Character(after.scalar) == Self.closing(opening) else { return nil }
    // Between two pairs, as in `****`, nothing tells them apart but that both sides are alike.
    return EditPlan(replacing: TextRange(before.start, after.end), with: "", selection: TextSelection(caret: before.start))
  }

  private func around(_ selection: TextSelection, _ character: Character) -> EditPlan? {
    let range = selection.range
    guard pairs.contains(character), character == "\"" || range.count < 100_000 else { return nil }
    guard !context.text.string(in: range).allSatisfy(\.isWhitespace) else { return nil }
    let open = EditPlan.Replacement(TextRange(at: range.lower), String(character))
    let close = EditPlan.Replacement(TextRange(at: range.upper), String(Self.closing(character)))
    return EditPlan([open, close], selection: TextSelection(anchor: selection.anchor + 1, head: selection.head + 1))
  }

  private func typingOver(_ character: Character) -> EditPlan? {
    let caret = context.selection.head
    guard let next = characters.after(caret), Character(next.scalar) == character else { return nil }
    guard let opening = Self.characters.first(where: { Self.closing($0) == character }), pairs.contains(opening) else { return nil }
    let line = context.lines.content(ofLine: context.lines.line(at: caret))
    let before = context.text.string(in: TextRange(line.lower, caret))
    if opening == character {
      if "*_~".contains(character), before.last == character, !isClosing(before, character) { return doubled(character) }
      // A quote or mark closes only what was opened on its line.
      guard before.filter({ $0 == character }).count % 2 == 1 || before.last == character || isClosing(before, character) else {
        return nil
      }
    } else {
      let after = context.text.string(in: TextRange(caret, line.upper))
      guard Self.excess(opening, over: character, in: before) > 0 && after.first == character || closesEarlierLine(opening, character)
      else {
        return nil
      }
    }
    return EditPlan([], selection: TextSelection(caret: next.end))
  }

  /// Whether the bracket after the caret is the one that was opened on an earlier line of the paragraph or code.
  private func closesEarlierLine(_ opening: Character, _ closing: Character) -> Bool {
    let caret = context.selection.head
    guard let block = context.document.leafBlock(at: caret)?.range else { return false }
    let near = 16_384
    let start = context.text.boundary(atOrAfter: max(block.lower, caret - min(near, caret.utf8)))
    let end = context.text.boundary(atOrBefore: min(block.upper, caret + near))
    guard start <= caret, caret <= end else { return false }
    let open = Self.excess(opening, over: closing, in: context.text.string(in: TextRange(start, caret)))
    // One that is missing still is to be put in.
    return open > 0 && Self.excess(closing, over: opening, in: context.text.string(in: TextRange(caret, end))) >= open
  }

  private static func excess(_ some: Character, over others: Character, in text: String) -> Int {
    text.reduce(0) { $0 + ($1 == some ? 1 : $1 == others ? -1 : 0) }
  }

  /// Whether an offset stands between an opening bracket and its closing one, with nothing else there.
  static func isBetweenBrackets(_ offset: TextOffset, _ text: ChunkedText) -> Bool {
    let characters = Characters(text)
    guard let before = characters.before(offset)?.scalar, let after = characters.after(offset)?.scalar else { return false }
    return "([{".contains(Character(before)) && Character(after) == closing(Character(before))
  }

  /// Whether text stands between the marks before the caret and the caret, so that the next mark closes.
  private func isClosing(_ before: String, _ character: Character) -> Bool {
    let text = before.reversed().drop { $0 == character }
    return text.contains(character) && before.reversed().prefix { $0 == character }.count < 2 && before.last != character
      || (before.last == character && text.contains(character) && text.first?.isWhitespace == false)
  }

  /// Makes `*|*` into `**|**`.
  private func doubled(_ character: Character) -> EditPlan {
    let caret = context.selection.head
    return EditPlan(
      replacing: TextRange(at: caret), with: String([character, character]), selection: TextSelection(caret: caret + 1))
  }

  private func mayPair(_ character: Character) -> Bool {
    let caret = context.selection.head
    if let next = characters.after(caret)?.scalar, !next.properties.isWhitespace, !")]}\"'*_~`.,;:!?>|".unicodeScalars.contains(next) {
      return false
    }
    guard "*_~`\"".contains(character) else { return true }
    guard let previous = characters.before(caret)?.scalar else { return character == "\"" }
    if previous.isWord || previous == "\\" || Character(previous) == character { return false }
    let line = context.lines.line(at: caret)
    let before = context.text.string(in: TextRange(context.lines.start(ofLine: line), caret))
    // At the start of a line they begin a list, a rule or a fence more often than a mark.
    if character != "\"", before.allSatisfy({ $0 == " " || $0 == "\t" || $0 == ">" }) { return false }
    if character != "\"", let leaf = context.document.leafBlock(at: caret), leaf.kind.isLiteral { return false }
    return true
  }
}
