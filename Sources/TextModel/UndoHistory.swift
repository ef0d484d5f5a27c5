/// Remembers the steps by which a text changed, without limit, and how to take them back and make them again.
///
/// A step is what a person did at once: a command, a paste, a word typed. Typing joins with the typing before it up to the
/// next word, erasing with the erasing before it; nothing joins across a caret that moved or a save (`seal`).
/// Costs memory for what was removed, and for inserted text only once it is undone.
public struct UndoHistory: Sendable {
  /// One replacement as it was made: `removed` stood where `newCount` bytes stand now.
  public struct Edit: Sendable {
    public let edit: TextEdit
    public let removed: ChunkedText

    public init(_ edit: TextEdit, removed: ChunkedText) {
      self.edit = edit
      self.removed = removed
    }
  }

  /// What to do with the text, one replacement after the other, and what to select then.
  public struct Way: Sendable {
    public let replacements: [(range: TextRange, text: ChunkedText)]
    public let selection: TextSelection
  }

  private enum Kind {
    case typing(endsWithSpace: Bool)
    case erasingBackwards
    case erasingForwards
    case other
  }

  private struct Step {
    var edits: [Edit]
    let before: TextSelection
    var after: TextSelection
    var kind: Kind
  }

  private struct UndoneStep {
    let replacements: [(range: TextRange, text: ChunkedText)]
    let step: Step
  }

  private var done: [Step] = []
  private var undone: [UndoneStep] = []
  private var isSealed = false

  public init() {}

  public var canUndo: Bool { !done.isEmpty }
  public var canRedo: Bool { !undone.isEmpty }

  /// Forgets everything.
  public mutating func clear() {
    self = UndoHistory()
  }

  /// Lets nothing join the last step any more: the caret was moved, or the text saved.
  public mutating func seal() {
    isSealed = true
  }

  /// Tells whether the last step ended with this selection.
  public func endsWith(_ selection: TextSelection) -> Bool {
    done.last?.after == selection
  }

  /// Remembers a step and forgets what could be redone.
  ///
  /// `edits` are in the order in which they were made, each in terms of the text that the one before it left; `text` is the
  /// text after all. `isTyping` says that a person typed or erased it, so that it may join the step before.
  public mutating func record(
    _ edits: [Edit], in text: ChunkedText, before: TextSelection, after: TextSelection, isTyping: Bool
  ) {
    guard let last = edits.last else { return }
    undone = []
    let kind = isTyping ? Self.kind(of: last, count: edits.count, in: text, before: before) : .other
    defer { isSealed = false }
    if !isSealed, edits.count == 1, join(last, kind, in: text, before: before, after: after) { return }
    done.append(Step(edits: edits, before: before, after: after, kind: kind))
  }

  private static let mostJoined = 32

  private static func kind(of last: Edit, count: Int, in text: ChunkedText, before: TextSelection) -> Kind {
    if last.edit.newCount > 0 {
      guard last.edit.newCount <= mostJoined, last.edit.range.isEmpty else { return .other }
      let new = text.bytes(in: last.edit.newRange)
      guard !new.contains(where: { $0 == lineFeed || $0 == carriageReturn }) else { return .other }
      return .typing(endsWithSpace: new.last.map(isBlank) ?? false)
    }
    guard count == 1, last.removed.count <= mostJoined, before.isEmpty else { return .other }
    if before.head == last.edit.range.upper { return .erasingBackwards }
    return before.head == last.edit.range.lower ? .erasingForwards : .other
  }

  /// Makes an edit part of the last step, if they belong together.
  private mutating func join(
    _ new: Edit, _ kind: Kind, in text: ChunkedText, before: TextSelection, after: TextSelection
  ) -> Bool {
    guard var step = done.last, step.after == before, let old = step.edits.last else { return false }
    let joined: Edit
    switch (step.kind, kind) {
    case (.typing(let endsWithSpace), .typing):
      guard new.edit.range.lower == old.edit.newRange.upper else { return false }
      // A blank after a word begins the next step.
      if !endsWithSpace && isBlank(text[new.edit.range.lower]) { return false }
      joined = Edit(TextEdit(old.edit.range, newCount: old.edit.newCount + new.edit.newCount), removed: old.removed)
    case (.erasingBackwards, .erasingBackwards):
      guard new.edit.range.upper == old.edit.range.lower else { return false }
      var removed = old.removed
      removed.replace(TextRange(at: .zero), with: new.removed.string)
      joined = Edit(TextEdit(TextRange(new.edit.range.lower, old.edit.range.upper), newCount: 0), removed: removed)
    case (.erasingForwards, .erasingForwards):
      guard new.edit.range.lower == old.edit.range.lower else { return false }
      var removed = old.removed
      removed.replace(TextRange(at: removed.end), with: new.removed.string)
      joined = Edit(TextEdit(TextRange(old.edit.range.lower, count: removed.count), newCount: 0), removed: removed)
    default: return false
    }
    step.edits[step.edits.count - 1] = joined
    step.after = after
    step.kind = kind
    done[done.count - 1] = step
    return true
  }

  /// Takes the last step off and says how to undo it in `text`; nil when there is none. The way must be gone at once.
  public mutating func undo(in text: ChunkedText) -> Way? {
    guard let step = done.popLast() else { return nil }
    var text = text
    var back: [(range: TextRange, text: ChunkedText)] = []
    var again: [(range: TextRange, text: ChunkedText)] = []
    for edit in step.edits.reversed() {
      let new = edit.edit.newRange
      again.append((edit.edit.range, text.part(new)))
      back.append((new, edit.removed))
      // The text between the edits is needed only to read from; the last state is the caller's business.
      text.replace(new, with: edit.removed.string)
    }
    undone.append(UndoneStep(replacements: again.reversed(), step: step))
    isSealed = true
    return Way(replacements: back, selection: step.before)
  }

  /// Takes the step that was undone last and says how to make it again; nil when there is none. The way must be gone at once.
  public mutating func redo() -> Way? {
    guard let next = undone.popLast() else { return nil }
    done.append(next.step)
    isSealed = true
    return Way(replacements: next.replacements, selection: next.step.after)
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
