import TextModel

/// A stretch in which two versions of a document differ; what lies outside of all stretches is the same and has only moved.
public struct MarkdownDifference: Sendable, Equatable {
  /// Its bytes in the one and in the other text.
  public let old: Range<Int>
  public let new: Range<Int>
  /// The numbers of the document's own blocks that begin in it, or that begin before it and reach into it.
  public let oldBlocks: Range<Int>
  public let newBlocks: Range<Int>

  /// By how many bytes what follows has moved.
  var delta: Int { new.count - old.count }
}

/// Where two versions of a document differ.
public struct MarkdownDifferences: Sendable {
  /// The stretches, in order.
  public private(set) var stretches: [MarkdownDifference] = []
  /// True when headings are in them: the outline may be another one.
  public private(set) var hasHeadings = false
  /// True when footnotes or references to them are in them: their numbers may be others.
  public private(set) var hasFootnotes = false

  /// Compares two versions of which one was made from the other by edits; others differ as a whole.
  ///
  /// What they share is found by what it is, not by comparing text: O(runs / 96 + runs of groups that differ).
  /// A stretch is as long as what is parsed at once, about two kilobytes, or as what an edit reached.
  public init(from old: MarkdownDocument, to new: MarkdownDocument) {
    let one = old.storage.runs
    let other = new.storage.runs
    if old.storage === new.storage { return }
    var head = 0
    while head < one.groups.count, head < other.groups.count, one.groups[head] === other.groups[head] { head += 1 }
    var tail = 0
    while tail < one.groups.count - head, tail < other.groups.count - head,
      one.groups[one.groups.count - 1 - tail] === other.groups[other.groups.count - 1 - tail]
    {
      tail += 1
    }
    // What is between may hold groups that both share: a definition changes words far away.
    let oldEnd = one.groups.count - tail
    let newEnd = other.groups.count - tail
    var places: [ObjectIdentifier: Int] = [:]
    if oldEnd - head > 2, newEnd - head > 2 {
      for index in head..<oldEnd { places[ObjectIdentifier(one.groups[index])] = index }
    }
    var (from, to) = (head, head)
    for index in head..<newEnd {
      guard let place = places[ObjectIdentifier(other.groups[index])], place >= from else { continue }
      compare(old, from..<place, new, to..<index)
      (from, to) = (place + 1, index + 1)
    }
    compare(old, from..<oldEnd, new, to..<newEnd)
  }

  /// Compares groups that differ, run by run.
  private mutating func compare(_ old: MarkdownDocument, _ oldGroups: Range<Int>, _ new: MarkdownDocument, _ newGroups: Range<Int>) {
    let one = old.storage.runs
    let other = new.storage.runs
    var runs = one.firsts[oldGroups.lowerBound]..<one.firsts[oldGroups.upperBound]
    var newRuns = other.firsts[newGroups.lowerBound]..<other.firsts[newGroups.upperBound]
    while !runs.isEmpty, !newRuns.isEmpty, one[runs.lowerBound] === other[newRuns.lowerBound] {
      runs = runs.dropFirst()
      newRuns = newRuns.dropFirst()
    }
    while !runs.isEmpty, !newRuns.isEmpty, one[runs.upperBound - 1] === other[newRuns.upperBound - 1] {
      runs = runs.dropLast()
      newRuns = newRuns.dropLast()
    }
    // Here, too, runs in between may be shared.
    if runs.count > 2, newRuns.count > 2 {
      var places: [ObjectIdentifier: Int] = [:]
      for index in runs { places[ObjectIdentifier(one[index])] = index }
      for index in newRuns {
        guard let place = places[ObjectIdentifier(other[index])], place >= runs.lowerBound else { continue }
        add(old, runs.lowerBound..<place, new, newRuns.lowerBound..<index)
        runs = place + 1..<runs.upperBound
        newRuns = index + 1..<newRuns.upperBound
      }
    }
    add(old, runs, new, newRuns)
  }

  /// Adds a stretch of runs that differ.
  private mutating func add(_ old: MarkdownDocument, _ runs: Range<Int>, _ new: MarkdownDocument, _ newRuns: Range<Int>) {
    if runs.isEmpty, newRuns.isEmpty { return }
    let one = old.storage.runs
    let other = new.storage.runs
    var notes: RunNotes = []
    one.forEachRun(in: runs) { notes.formUnion($0.notes) }
    other.forEachRun(in: newRuns) { notes.formUnion($0.notes) }
    if notes.contains(.headings) { hasHeadings = true }
    if notes.contains(.footnotes) { hasFootnotes = true }
    let bytes = one.start(of: runs.lowerBound)..<one.start(of: runs.upperBound)
    let newBytes = other.start(of: newRuns.lowerBound)..<other.start(of: newRuns.upperBound)
    var first = old.blockIndex(from: TextOffset(bytes.lowerBound))
    var newFirst = new.blockIndex(from: TextOffset(newBytes.lowerBound))
    if first > 0, newFirst > 0, one.goesOn(into: runs.lowerBound) || other.goesOn(into: newRuns.lowerBound) {
      first -= 1
      newFirst -= 1
    }
    let end = old.blockIndex(from: TextOffset(bytes.upperBound))
    let newEnd = new.blockIndex(from: TextOffset(newBytes.upperBound))
    let next = MarkdownDifference(
      old: bytes, new: newBytes, oldBlocks: first..<max(first, end), newBlocks: newFirst..<max(newFirst, newEnd))
    // A block that reaches from one stretch into the next belongs to both: they are one.
    if let last = stretches.last,
      last.oldBlocks.upperBound > next.oldBlocks.lowerBound || last.newBlocks.upperBound > next.newBlocks.lowerBound
    {
      stretches[stretches.count - 1] = MarkdownDifference(
        old: last.old.lowerBound..<next.old.upperBound, new: last.new.lowerBound..<next.new.upperBound,
        oldBlocks: last.oldBlocks.lowerBound..<next.oldBlocks.upperBound, newBlocks: last.newBlocks.lowerBound..<next.newBlocks.upperBound)
    } else {
      stretches.append(next)
    }
  }

  /// Carries a byte's place in the old text outside of the stretches into the new one; nil inside of one.
  public func place(of position: Int) -> Int? {
    var shift = 0
    for stretch in stretches {
      if position < stretch.old.lowerBound { break }
      if position < stretch.old.upperBound { return nil }
      shift += stretch.delta
    }
    return position + shift
  }
}

extension RunList {
  /// Whether a block of the document itself that began before a run goes on in it, as far as the run's start tells: a run begins where a
  /// line opens a block.
  fileprivate func goesOn(into run: Int) -> Bool {
    guard run < count else { return false }
    return self[run].blocks.first?.parent != -1
  }
}
