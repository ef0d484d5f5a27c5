import Markdown

/// Says that making pages was given up because somebody asked for that.
public struct PagesCancelled: Error {}

/// Fills pages with the leaves of a flow, by the rules of good pages.
///
/// A heading is followed by at least two lines; two lines of a paragraph stay together at either end of a page, and so do two rows of a
/// table; tables are cut between rows and begin again with their header; an item's few words stay with the list below them; notes stand
/// at the foot of the page of their mark, or begin there and go on at the next foot.
/// Linear in the leaves, but for what is moved from one page's end to the next.
struct Paginator {
  private let flow: PaperFlow
  private let height: Double
  private(set) var pages: [Page] = []
  /// The page and the height where each heading stands.
  private(set) var headingPlaces: [Int: (page: Int, y: Double)] = [:]
  /// The page and the height where each note begins.
  private(set) var notePlaces: [Int: (page: Int, y: Double)] = [:]
  /// The page and the height of the line where each note is called for first.
  private(set) var markPlaces: [Int: (page: Int, y: Double)] = [:]

  private var measures: [LeafMeasure?]
  private var noteParts: [Int: [NotePart]] = [:]
  private var state = State()
  /// The states before each piece of the present page, and the index of its item.
  private var history: [(state: State, index: Int)] = []
  private var settledNotes: Set<Int> = []
  private var section: Int?

  /// A stretch of a note that is never cut.
  struct NotePart {
    var item: PaperFlow.Item
    var from: Double
    var to: Double
    var gap: Double
    var notes: [Int]
  }

  /// A note of which everything before `part` stands on earlier pages.
  private struct Carried {
    var note: Int
    var part: Int
  }

  private struct State {
    var y = 0.0
    var pieces: [Page.Piece] = []
    /// The stretches of notes at the foot, and the height that they take with the line above them.
    var foot: [(note: Int, parts: Range<Int>)] = []
    var footHeight = 0.0
    var carried: [Carried] = []
    var hasText = false
  }

  init(_ flow: PaperFlow) {
    self.flow = flow
    height = flow.height
    measures = Array(repeating: nil, count: flow.items.count)
  }

  /// Makes all pages. `progress` hears the share that is done and answers whether to go on.
  mutating func run(progress: (Double) -> Bool) throws(PagesCancelled) {
    let items = flow.items
    var index = 0
    var segment = 0
    while index < items.count {
      let pagesBefore = pages.count
      if segment == 0, flow.breaks.contains(items[index]), state.hasText { finishPage() }
      if state.pieces.isEmpty { repeatHeader(before: index) }
      let measure = measure(index)
      let steps = fitting(measure, from: segment, isForced: false)
      let wanted = measure.segments.count - segment
      var count = steps.count
      if count < wanted {
        count = allowed(count, of: wanted, measure, from: segment)
        if count == 0, let target = segment == 0 ? keptTogether(index) : index, state.hasText {
          if target < index {
            while let last = history.last, last.index >= target { state = history.removeLast().state }
          }
          finishPage()
          if target < index { segment = 0 }
          index = target
        } else if count == 0, state.hasText, !begins(measure, from: segment) {
          // A whole page of what should not be parted from what follows, as headings only: it ends where it is full.
          finishPage()
        } else if count == 0 {
          // Nothing better will come: an empty page holds what it can.
          let forced = fitting(measure, from: segment, isForced: true)
          var count = max(1, min(forced.count, wanted))
          if wanted - count == 1, count > 2, measure.cutting == .lines { count -= 1 }
          commit(index, measure, segment..<segment + count, forced.isEmpty ? state : forced[count - 1])
          (index, segment) = count == wanted ? (index + 1, 0) : (index, segment + count)
          if segment > 0 { finishPage() }
        } else {
          commit(index, measure, segment..<segment + count, steps[count - 1])
          segment += count
          finishPage()
        }
      } else {
        commit(index, measure, segment..<segment + count, steps[count - 1])
        (index, segment) = (index + 1, 0)
      }
      if pages.count > pagesBefore, !progress(Double(index) / Double(max(1, items.count))) { throw PagesCancelled() }
    }
    // A long note may need feet of its own.
    while state.hasText || !state.carried.isEmpty || !state.foot.isEmpty { finishPage(isLast: true) }
    if pages.isEmpty { pages.append(Page()) }
  }

  // MARK: Rules

  private mutating func measure(_ index: Int) -> LeafMeasure {
    if let known = measures[index] { return known }
    let item = flow.items[index]
    let following = flow.items[(index + 1)..<min(index + 3, flow.items.count)]
    let measure = LeafMeasure(flow.box(item), item, following: following, flow: flow)
    measures[index] = measure
    return measure
  }

  /// Tells how many of the segments that fit may stay, so that no line is left alone.
  private func allowed(_ count: Int, of wanted: Int, _ measure: LeafMeasure, from segment: Int) -> Int {
    switch measure.cutting {
    case .whole: return 0
    case .lines:
      var count = count
      let fewest = measure.fewest
      if wanted - count < fewest { count = wanted - fewest }
      // What goes on from the page before may end with less than it began with.
      return count < (segment == 0 ? fewest : 2) ? 0 : count
    }
  }

  /// Finds the first of the items before `index` on this page that has to move with it; nil when nothing would be left behind.
  private func keptTogether(_ index: Int) -> Int? {
    var first = index
    for entry in history.reversed() {
      guard entry.index == first - 1, let measure = measures[entry.index], measure.keepsNext else { return first }
      first = entry.index
    }
    return nil
  }

  /// Tells whether there is room for the first of the segments that are left, and for as many as must not be parted from it.
  private mutating func begins(_ measure: LeafMeasure, from segment: Int) -> Bool {
    let gap = state.pieces.isEmpty || segment > 0 ? 0 : measure.gap
    let bottom = state.y + gap + measure.segments[segment].bottom - measure.cut(before: segment)
    guard bottom + state.footHeight <= height + 0.5 else { return false }
    guard measure.cutting == .lines else { return true }
    let (wanted, count) = (measure.segments.count - segment, fitting(measure, from: segment, isForced: true).count)
    return count == wanted || allowed(count, of: wanted, measure, from: segment) > 0
  }

  /// Tells the state after each of the segments that fit, from one of them on.
  private mutating func fitting(_ measure: LeafMeasure, from segment: Int, isForced: Bool) -> [State] {
    var result: [State] = []
    var next = state
    let gap = state.pieces.isEmpty || segment > 0 ? 0 : measure.gap
    let start = state.y + gap - measure.cut(before: segment)
    for index in segment..<measure.segments.count {
      let isLast = index + 1 == measure.segments.count
      let bottom = start + (isLast ? measure.height : measure.segments[index].bottom)
      if bottom + next.footHeight > height + 0.5, !(isForced && result.isEmpty) { break }
      let reserve = linesThatFollow(index, measure, from: segment)
      guard let withNotes = adding(measure.segments[index].notes, to: next, bottom: bottom, reserve: reserve, isForced: isForced) else {
        break
      }
      next = withNotes
      next.y = start + measure.cut(before: index + 1)
      result.append(next)
    }
    return result
  }

  /// The height of the lines behind one that have to stand on the same page: a note that is cut must leave it free.
  private func linesThatFollow(_ index: Int, _ measure: LeafMeasure, from segment: Int) -> Double {
    guard measure.cutting == .lines else { return measure.height - measure.cut(before: index + 1) }
    let rest = measure.segments.count - index - 1
    let fewest = measure.fewest
    var needed = index - segment + 1 < fewest ? min(fewest - 1 - (index - segment), rest) : 0
    if rest - needed > 0, rest - needed < fewest { needed = rest }
    return measure.cut(before: index + 1 + needed) - measure.cut(before: index + 1)
  }

  private mutating func commit(_ index: Int, _ measure: LeafMeasure, _ segments: Range<Int>, _ next: State) {
    let item = flow.items[index]
    history.append((state, index))
    let gap = state.pieces.isEmpty || segments.lowerBound > 0 ? 0 : measure.gap
    let piece = Page.Piece(
      item: item, from: measure.cut(before: segments.lowerBound), to: measure.cut(before: segments.upperBound), y: state.y + gap, gap: gap)
    state = next
    state.y = piece.bottom
    state.pieces.append(piece)
    state.hasText = true
  }

  /// Begins a page that goes on with a table by the table's header.
  private mutating func repeatHeader(before index: Int) {
    let item = flow.items[index]
    guard case .row(let number)? = flow.leaf(item)?.kind, number > 0, flow.node(item)?.kind == .tableRow else { return }
    var header = index
    while header > 0, LeafMeasure.isSameTable(flow.items[header - 1], item, flow) {
      header -= 1
      if flow.leaf(flow.items[header])?.kind == .row(0) { break }
    }
    guard flow.leaf(flow.items[header])?.kind == .row(0) else { return }
    let measure = measure(header)
    guard measure.height < height / 3 else { return }
    state.pieces.append(
      Page.Piece(item: flow.items[header], from: 0, to: measure.height, y: state.y, gap: 0, isRepeated: true))
    state.y += measure.height
  }

  // MARK: Notes

  /// Space above the notes: half of it lies below the line.
  private var footGap: Double { flow.options.sheet.ems(1.6) }
  private var noteGap: Double { flow.options.sheet.ems(0.2) }

  private mutating func parts(of note: Int) -> [NotePart] {
    if let known = noteParts[note] { return known }
    var parts: [NotePart] = []
    for item in flow.notes[note].items {
      let measure = LeafMeasure(flow.box(item), item, flow: flow)
      for index in measure.segments.indices {
        parts.append(
          NotePart(
            item: item, from: measure.cut(before: index), to: measure.cut(before: index + 1),
            gap: index == 0 && !parts.isEmpty ? flow.gap(item) : 0, notes: measure.segments[index].notes))
      }
    }
    noteParts[note] = parts
    return parts
  }

  private func isKnown(_ note: Int, _ state: State) -> Bool {
    settledNotes.contains(note) || state.foot.contains { $0.note == note } || state.carried.contains { $0.note == note }
  }

  /// Adds notes to the foot of a page whose text ends at `bottom`; nil when they do not fit, not even their beginnings. One that is cut leaves
  /// `reserve` free.
  private mutating func adding(_ notes: [Int], to state: State, bottom: Double, reserve: Double, isForced: Bool) -> State? {
    var next = state
    for note in notes where !isKnown(note, next) {
      let parts = parts(of: note)
      if next.carried.isEmpty {
        let room = height - bottom - next.footHeight - leading(next)
        var count = self.count(of: parts, from: 0, in: room)
        if count < parts.count || isForced { count = self.count(of: parts, from: 0, in: room - reserve) }
        if count == parts.count || count >= 2 {
          place(note, parts, 0..<count, in: &next)
          continue
        }
      }
      guard isForced else { return nil }
      next.carried.append(Carried(note: note, part: 0))
    }
    return next
  }

  private func leading(_ state: State) -> Double { state.foot.isEmpty ? footGap : noteGap }

  /// Tells how many parts of a note fit into a height.
  private func count(of parts: [NotePart], from first: Int, in room: Double) -> Int {
    var used = 0.0
    for index in first..<parts.count {
      used += (index == first ? 0 : parts[index].gap) + parts[index].to - parts[index].from
      guard used > room + 0.5 else { continue }
      // A paragraph's last line does not go on alone.
      let item = parts[index].item
      let isLast = index + 1 == parts.count || parts[index + 1].item != item
      return isLast && index - first > 1 && parts[index - 1].item == item ? index - first - 1 : index - first
    }
    return parts.count - first
  }

  private mutating func place(_ note: Int, _ parts: [NotePart], _ range: Range<Int>, in state: inout State) {
    state.footHeight += leading(state)
    for index in range { state.footHeight += (index == range.lowerBound ? 0 : parts[index].gap) + parts[index].to - parts[index].from }
    state.foot.append((note, range))
    if range.upperBound < parts.count { state.carried.append(Carried(note: note, part: range.upperBound)) }
    // Notes on notes follow when there is room, here or on the next page.
    for inner in range.flatMap({ parts[$0].notes }) where !isKnown(inner, state) { state.carried.append(Carried(note: inner, part: 0)) }
  }

  /// Puts notes at a new page's foot that the pages before have left; they leave room for some lines of text when there is any to come.
  private mutating func placeCarried(hasMore: Bool) {
    var state = state
    defer { self.state = state }
    let waiting = state.carried
    state.carried = []
    let room = height - (hasMore ? 8 * flow.typesetter.lineHeight(.body) : 0)
    for (position, carried) in waiting.enumerated() {
      let parts = parts(of: carried.note)
      guard carried.part < parts.count else { continue }
      let count = self.count(of: parts, from: carried.part, in: room - state.footHeight - leading(state))
      let taken = max(count, state.foot.isEmpty ? 1 : 0)
      if taken > 0 { place(carried.note, parts, carried.part..<carried.part + taken, in: &state) }
      if taken < parts.count - carried.part {
        if taken == 0 { state.carried.append(carried) }
        state.carried += waiting[(position + 1)...]
        return
      }
    }
  }

  // MARK: Pages

  private mutating func finishPage(isLast: Bool = false) {
    var page = Page()
    page.pieces = state.pieces
    let number = pages.count
    page.section = section
    for piece in state.pieces where piece.from == 0 && !piece.isRepeated {
      guard case .heading(let level)? = flow.leaf(piece.item)?.kind, let id = flow.leaf(piece.item)?.id,
        let heading = flow.headingNumbers[id]
      else { continue }
      headingPlaces[heading] = (number, piece.y)
      // A heading in a list or a quote is an example or a detail: what follows is still in the section around it.
      if level <= 2, flow.leaf(piece.item)?.frame ?? -1 < 0 {
        section = heading
        if page.section == nil || piece.y == 0 { page.section = heading }
      }
    }
    noteMarks(number)
    if !state.foot.isEmpty {
      var y = height - state.footHeight
      page.ruleY = y + footGap * 0.6
      for (position, entry) in state.foot.enumerated() {
        y += position == 0 ? footGap : noteGap
        let parts = parts(of: entry.note)
        for index in entry.parts {
          let part = parts[index]
          let gap = index == entry.parts.lowerBound ? 0 : part.gap
          y += gap
          if let last = page.notes.last, last.item == part.item, index > entry.parts.lowerBound, abs(last.to - part.from) < 0.01 {
            page.notes[page.notes.count - 1].to = part.to
          } else {
            page.notes.append(Page.Piece(item: part.item, from: part.from, to: part.to, y: y, gap: gap))
          }
          for inner in part.notes where markPlaces[inner] == nil { markPlaces[inner] = (number, y) }
          y += part.to - part.from
        }
        if entry.parts.lowerBound == 0 {
          notePlaces[entry.note] = (number, page.notes.last { flow.notes[entry.note].items.contains($0.item) }?.y ?? y)
        }
        settledNotes.insert(entry.note)
      }
    }
    pages.append(page)
    let carried = state.carried
    state = State()
    state.carried = carried
    history = []
    if !carried.isEmpty { placeCarried(hasMore: !isLast) }
  }

  /// Remembers where the page that is full calls for notes.
  private mutating func noteMarks(_ page: Int) {
    for (entry, piece) in zip(history, state.pieces.filter { !$0.isRepeated }) {
      guard let measure = measures[entry.index] else { continue }
      for segment in measure.segments where segment.top >= piece.from - 0.01 && segment.top < piece.to {
        for note in segment.notes where markPlaces[note] == nil { markPlaces[note] = (page, piece.y + segment.top - piece.from) }
      }
    }
  }
}
