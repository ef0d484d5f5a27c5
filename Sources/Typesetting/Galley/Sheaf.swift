import CPango

/// Holds neighbouring strips; or, while nobody has looked there, only how many they would be and about how high.
///
/// A document is some thousand sheaves at most, so that what is known of each may be gone through at every change.
final class Sheaf {
  /// The number of its first strip in the galley.
  var first: Int
  let count: Int
  /// Where it begins in the text, and its length, in bytes. 0 for footnotes, whose strips lie anywhere.
  var start: Int
  var length: Int
  /// True when its strips are footnotes.
  let isNotes: Bool
  /// Height of its top on the galley, in pixels; true after `Galley.settle`.
  var top = 0.0
  /// Height of all its strips, in pixels; a guess until it is cut.
  private(set) var height: Double
  /// The strips; none until it is cut.
  private(set) var strips: [Strip] = []
  /// Tops of the strips from the sheaf's top, in pixels.
  private var tops: [Double] = []
  /// True while a strip has a height that `height` does not know yet.
  var isStale = false
  /// True until neighbours know of it.
  var isFresh = true
  /// True when a table of contents, or definitions of footnotes, are in it.
  private(set) var hasContents = false
  private(set) var hasNotes = false
  /// True when nothing of it is shown: definitions and the like. Of a sheaf that is not cut it is known when that was looked at.
  private(set) var isHidden = false
  /// True for a sheaf that is not cut and of which is known whether it is hidden.
  private(set) var isLookedThrough = false
  /// Alignments that HTML before it has left open.
  var alignments: [PangoAlignment] = []

  /// Makes one that is not cut.
  init(first: Int, count: Int, start: Int, length: Int, height: Double, isNotes: Bool = false) {
    self.first = first
    self.count = count
    self.start = start
    self.length = length
    self.height = height
    self.isNotes = isNotes
  }

  var isCut: Bool { !strips.isEmpty }

  /// Alignments that HTML leaves open where it ends; those before it while it is not cut.
  var alignmentsAfter: [PangoAlignment] { strips.last?.alignmentsAfter ?? alignments }

  /// Takes its strips with the bytes at which they begin; the last one ends where the sheaf does.
  func fill(_ new: [(strip: Strip, start: Int)]) {
    precondition(new.count == count, "a sheaf of another number of strips")
    strips = new.map(\.strip)
    for (index, (strip, place)) in new.enumerated() {
      strip.sheaf = self
      strip.offset = place - start
      if !isNotes { strip.length = (index + 1 < new.count ? new[index + 1].start : start + length) - place }
    }
    noteWhatIsIn()
    isStale = true
  }

  /// Puts another strip in the place of one.
  func replace(_ index: Int, with strip: Strip) {
    let old = strips[index]
    strip.sheaf = self
    strip.offset = old.offset
    strip.length = old.length
    old.sheaf = nil
    strips[index] = strip
    noteWhatIsIn()
    isStale = true
  }

  private func noteWhatIsIn() {
    hasContents = strips.contains(where: \.hasContents)
    hasNotes = strips.contains(where: \.hasNotes)
    isHidden = strips.allSatisfy(\.isHidden)
  }

  /// Takes note of what was found in its blocks, which are not cut.
  func note(isHidden: Bool) {
    isLookedThrough = true
    self.isHidden = isHidden
    if isHidden { height = 0 }
  }

  /// Forgets what was found; `height` is a guess again.
  func forgetHidden(height: Double) {
    isLookedThrough = false
    guard isHidden else { return }
    isHidden = false
    self.height = height
  }

  /// Brings the tops of its strips up to date. O(strips, and leaves of those that have changed).
  func refresh() {
    guard isStale else { return }
    isStale = false
    tops.removeAll(keepingCapacity: true)
    var y = 0.0
    for strip in strips {
      if strip.isStale { strip.refresh() }
      tops.append(y)
      y += strip.height
    }
    height = y
  }

  /// The top of a strip from the galley's top, by its number in the sheaf.
  func top(of index: Int) -> Double { top + tops[index] }

  /// Finds the strip at a height from the galley's top. O(log strips).
  func strip(atY y: Double) -> Int {
    var low = 0
    var high = tops.count
    while low < high {
      let middle = (low + high) / 2
      if top + tops[middle] <= y { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Finds the strip that holds a byte, or the last one before it. O(log strips).
  func strip(ofSource position: Int) -> Int {
    var low = 0
    var high = strips.count
    while low < high {
      let middle = (low + high) / 2
      if start + strips[middle].offset <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
