/// The runs of a document in order: an array of groups, so that an edit copies one group and not every run.
struct RunList: Sendable {
  static let groupSize = 96

  private(set) var groups: [RunGroup] = []
  /// The byte at which each group starts, and the length of all.
  private(set) var starts: [Int] = [0]
  /// The index of the first run of each group, and the count of all.
  private(set) var firsts: [Int] = [0]
  /// The number of the first top-level block of each group, and how many there are.
  private(set) var blockFirsts: [Int] = [0]

  init() {}

  init(_ runs: [Run]) {
    append(runs[...])
  }

  private mutating func append(_ runs: ArraySlice<Run>) {
    guard !runs.isEmpty else { return }
    let parts = (runs.count + RunList.groupSize - 1) / RunList.groupSize
    for part in 0..<parts {
      let from = runs.startIndex + runs.count * part / parts
      let to = runs.startIndex + runs.count * (part + 1) / parts
      append(RunGroup(Array(runs[from..<to])))
    }
  }

  private mutating func append(_ group: RunGroup) {
    groups.append(group)
    starts.append(starts[starts.count - 1] + group.length)
    firsts.append(firsts[firsts.count - 1] + group.runs.count)
    blockFirsts.append(blockFirsts[blockFirsts.count - 1] + group.blockCount)
  }

  var count: Int { firsts[firsts.count - 1] }
  var length: Int { starts[starts.count - 1] }

  private func group(ofRun index: Int) -> Int {
    var low = 0
    var high = groups.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firsts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  subscript(index: Int) -> Run {
    let group = group(ofRun: index)
    return groups[group].runs[index - firsts[group]]
  }

  /// The byte at which a run starts; the length of all for the index after the last.
  func start(of index: Int) -> Int {
    guard index < count else { return length }
    let group = group(ofRun: index)
    return starts[group] + Int(groups[group].starts[index - firsts[group]])
  }

  /// The run that holds a byte; the last one at the end. The text must not be empty.
  func index(at offset: Int) -> Int {
    var low = 0
    var high = groups.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let group = groups[low]
    let inside = offset - starts[low]
    var first = 0
    var last = group.runs.count
    while last - first > 1 {
      let middle = (first + last) / 2
      if Int(group.starts[middle]) <= inside { first = middle } else { last = middle }
    }
    return firsts[low] + first
  }

  /// Calls `body` with the runs of a range in order, without a search for each.
  func forEachRun(in range: Range<Int>, _ body: (Run) -> Void) {
    guard !range.isEmpty else { return }
    var group = group(ofRun: range.lowerBound)
    var index = range.lowerBound
    while index < range.upperBound {
      let runs = groups[group].runs
      let from = index - firsts[group]
      let to = min(runs.count, range.upperBound - firsts[group])
      for inside in from..<to { body(runs[inside]) }
      index += to - from
      group += 1
    }
  }

  /// The first run from `index` on in which the containers at `depth` and deeper do not all stay open; nil when there is none.
  func firstRun(from index: Int, closing depth: Int) -> Int? {
    guard index < count else { return nil }
    var group = group(ofRun: index)
    var inside = index - firsts[group]
    while group < groups.count {
      if groups[group].minDepth <= depth {
        let runs = groups[group].runs
        while inside < runs.count {
          if runs[inside].minDepth <= depth { return firsts[group] + inside }
          inside += 1
        }
      }
      group += 1
      inside = 0
    }
    return nil
  }

  /// The last run before `index` in which the container that is open at `depth` when `index` begins was opened.
  func lastRun(before index: Int, opening depth: Int) -> Int {
    var group = group(ofRun: index)
    var inside = index - firsts[group]
    while true {
      if inside == 0 {
        if group == 0 { return 0 }
        group -= 1
        inside = groups[group].runs.count
        if groups[group].minDepth > depth {
          inside = 0
          continue
        }
      }
      inside -= 1
      if groups[group].runs[inside].minDepth <= depth { return firsts[group] + inside }
    }
  }

  /// Puts runs of the same lengths and with the same blocks in the place of a group's.
  mutating func replaceGroup(_ index: Int, with runs: [Run]) {
    groups[index] = RunGroup(runs)
  }

  /// Gives the list with other runs in the place of some. Shares the groups that it does not touch.
  func replacing(_ range: Range<Int>, with runs: [Run]) -> RunList {
    if groups.isEmpty { return RunList(runs) }
    let firstGroup = group(ofRun: min(range.lowerBound, count - 1))
    let lastGroup = range.isEmpty ? firstGroup : group(ofRun: range.upperBound - 1)
    var middle = Array(groups[firstGroup].runs[..<(range.lowerBound - firsts[firstGroup])])
    middle += runs
    middle += groups[lastGroup].runs[(max(range.upperBound, range.lowerBound) - firsts[lastGroup])...]
    var list = RunList()
    list.groups.reserveCapacity(groups.count + 2)
    for group in groups[..<firstGroup] { list.append(group) }
    // A small rest joins its neighbour, so that groups stay few.
    if middle.count < RunList.groupSize / 4, lastGroup + 1 < groups.count {
      middle += groups[lastGroup + 1].runs
      list.append(middle[...])
      for group in groups[(lastGroup + 2)...] { list.append(group) }
    } else {
      list.append(middle[...])
      for group in groups[(lastGroup + 1)...] { list.append(group) }
    }
    return list
  }
}

/// Some neighbouring runs.
final class RunGroup: Sendable {
  let runs: [Run]
  /// The byte at which each run starts, from the group's start.
  let starts: [Int]
  let length: Int
  let minDepth: Int
  /// How many blocks of the document itself begin in it.
  let blockCount: Int
  /// What its runs hold.
  let notes: RunNotes

  init(_ runs: [Run]) {
    self.runs = runs
    var starts: [Int] = []
    starts.reserveCapacity(runs.count)
    var length = 0
    var depth = Int.max
    var blocks = 0
    var notes: RunNotes = []
    for run in runs {
      starts.append(length)
      length += run.length
      depth = min(depth, run.minDepth)
      notes.formUnion(run.notes)
      blocks += run.blockCount
    }
    self.starts = starts
    self.length = length
    minDepth = depth
    blockCount = blocks
    self.notes = notes
  }
}
