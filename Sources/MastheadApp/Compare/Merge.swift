// Owns: which of two texts' differences are taken; the page draws it and nothing else.

import TextModel

/// A choice, for each difference between a person's text and the file's, of one of the two.
struct Merge {
  /// From the person's text to the file's.
  let difference: LineDifference
  /// The differences for which the file's text is taken; everywhere else the person's stays.
  private(set) var taken: Set<Int> = []

  /// Compares two texts; at first the person's is kept everywhere.
  init(mine: ChunkedText, theirs: ChunkedText) { difference = LineDifference(from: mine, to: theirs) }

  /// How many differences there are.
  var count: Int { difference.changes.count }

  mutating func choose(_ index: Int, theirs: Bool) {
    if theirs { taken.insert(index) } else { taken.remove(index) }
  }

  mutating func chooseAll(theirs: Bool) { taken = theirs ? Set(difference.changes.indices) : [] }

  /// What the choice does to the person's text.
  var plan: EditPlan { difference.plan(taking: taken) }
}
