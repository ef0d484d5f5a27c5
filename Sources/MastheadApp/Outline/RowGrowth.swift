// Owns: how a list comes to another number of rows without a frame that takes long.
// Rule: GTK makes a widget for each new row near what is seen, up to 200 at once, and none for those beyond; so the first rows come in
// steps, one a frame, and all the others with the last.

import GtkKit

/// Gives a list as many rows as are to be shown: what is too much is gone at once, what is to come comes frame by frame.
final class RowGrowth {
  /// How many rows come in a frame: more than a window shows.
  static let step = 40
  /// In how many frames before the rest: as many rows as GTK makes.
  static let steps = 5

  private let selection: MultiSelection
  private let count: Int
  private let toSelect: [Int]
  private let onEnd: () -> Void
  private var stepsLeft = RowGrowth.steps
  private var frames: FrameCallback?

  /// Starts to give the list of a selection `count` rows, of which some are selected and no others; `onEnd` is told when the last rows have
  /// come, unless all come at once.
  init(of selection: MultiSelection, to count: Int, selecting rows: [Int], in list: ListView, onEnd: @escaping () -> Void) {
    self.selection = selection
    self.count = count
    toSelect = rows
    self.onEnd = onEnd
    let old = selection.count
    if old > count { selection.replace(count..<old, with: 0) }
    selection.positions = rows.filter { $0 < selection.count }
    // Nobody sees it come.
    if !list.isMapped { stepsLeft = 0 }
    grow()
    guard isRunning else { return }
    frames = list.onFrame { [weak self] _ in
      guard let self, self.isRunning else { return false }
      self.grow()
      if !self.isRunning { self.onEnd() }
      return self.isRunning
    }
  }

  /// Whether rows are still to come. Afterwards the list belongs to others.
  private(set) var isRunning = true

  private func grow() {
    let old = selection.count
    let new = stepsLeft > 0 ? min(count, old + Self.step) : count
    stepsLeft -= 1
    isRunning = new < count
    guard new > old else { return }
    selection.replace(old..<old, with: new - old)
    let chosen = toSelect.filter { old <= $0 && $0 < new }
    if !chosen.isEmpty { selection.positions += chosen }
  }

  /// Lets all rows come at once; does nothing when they have.
  func finish() {
    guard isRunning else { return }
    frames?.cancel()
    stepsLeft = 0
    grow()
    onEnd()
  }

  /// Lets no more rows come; what would have been selected among them.
  func stop() -> [Int] {
    guard isRunning else { return [] }
    frames?.cancel()
    isRunning = false
    return toSelect.filter { $0 >= selection.count }
  }
}
