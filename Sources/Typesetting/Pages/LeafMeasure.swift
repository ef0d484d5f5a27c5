import CPango

/// Knows of a leaf what filling pages needs: its height, the places where it may be cut, and the notes that its lines call for.
struct LeafMeasure {
  /// A stretch that is never cut: a line, or lines of neighbouring cells that overlap.
  struct Segment: Equatable {
    var top: Double
    var bottom: Double
    /// The notes whose marks are in it, by their index.
    var notes: [Int] = []
  }

  /// How readily a leaf is cut.
  enum Cutting: Equatable {
    /// Between lines, two of which stay together at either end.
    case lines
    /// Not, unless it is taller than a page.
    case whole
  }

  let height: Double
  let gap: Double
  let segments: [Segment]
  private(set) var cutting: Cutting
  /// True when the next leaf has to begin on the same page.
  private(set) var keepsNext: Bool

  /// Measures an item from its box. `following` are the items behind it, two of them where there are so many.
  init(_ box: LeafBox, _ item: PaperFlow.Item, following: ArraySlice<PaperFlow.Item> = [], flow: PaperFlow) {
    let next = following.first
    height = box.height
    gap = flow.gap(item)
    let leaf = flow.leaf(item)
    switch leaf?.kind {
    case .text, .code, .literal, .field: cutting = .lines
    default: cutting = .whole
    }
    switch leaf?.kind {
    case .heading, .caption: keepsNext = next != nil
    case .row(let number): keepsNext = LeafMeasure.isKept(number, item, box.height, following, flow)
    case nil: keepsNext = item == .contentsTitle && next != nil
    default: keepsNext = false
    }
    var atoms: [Segment] = []
    for text in box.texts {
      var lines: [Segment] = []
      for line in text.set.lines { lines.append(Segment(top: line.top + text.y, bottom: line.bottom + text.y)) }
      for link in text.set.text.links {
        guard let note = flow.note(at: link.address), !lines.isEmpty else { continue }
        let line = text.set.line(ofByte: Int(link.start))
        if !lines[min(line, lines.count - 1)].notes.contains(note) { lines[min(line, lines.count - 1)].notes.append(note) }
      }
      atoms += lines
    }
    for (rect, ground) in box.grounds {
      if case .picture = ground { atoms.append(Segment(top: rect.y, bottom: rect.bottom)) }
    }
    segments = LeafMeasure.merged(atoms, height: box.height)
    // A few lines of code are read together; a line that announces what follows is read with it.
    if case .code(first: true, last: true)? = leaf?.kind, segments.count <= Self.fewLines { cutting = .whole }
    if case .code? = leaf?.kind, segments.count >= 2 * Self.fewestOfCode { fewest = Self.fewestOfCode }
    if leaf?.kind == .text, next != nil, segments.count <= 2, box.texts.first(where: \.isSource)?.set.text.bytes.last == UInt8(ascii: ":") {
      keepsNext = true
    }
    if leaf?.kind == .text, segments.count <= 2, let next, LeafMeasure.isInside(next, item, flow) { keepsNext = true }
  }

  /// Code of no more lines than this is not cut.
  private static let fewLines = 6

  /// How many lines stay together at either end of a page.
  private(set) var fewest = 2

  private static let fewestOfCode = 3

  /// Rows higher than this share of a page may stand alone.
  private static let lowRow = 0.1

  /// Tells whether a row stays with the next one: a header with the first row, and low rows by two at the table's ends.
  private static func isKept(
    _ number: Int, _ item: PaperFlow.Item, _ height: Double, _ following: ArraySlice<PaperFlow.Item>, _ flow: PaperFlow
  ) -> Bool {
    guard let next = following.first, isSameTable(item, next, flow) else { return false }
    if number == 0 { return true }
    let isLastButOne = following.dropFirst().first.map { !isSameTable(next, $0, flow) } ?? true
    return (number == 1 || isLastButOne) && height < flow.height * lowRow
  }

  /// Tells whether an item stands in the list item that another one begins: in the list below its words.
  private static func isInside(_ item: PaperFlow.Item, _ other: PaperFlow.Item, _ flow: PaperFlow) -> Bool {
    guard item.strip == other.strip, let leaf = flow.leaf(item), let outer = flow.leaf(other), outer.frame >= outer.opened else {
      return false
    }
    let frames = flow.frames(other)
    var frame = leaf.frame
    while frame > outer.frame {
      if case .item = frames[Int(frame)].kind, frames[Int(frame)].parent == outer.frame { return true }
      frame = frames[Int(frame)].parent
    }
    return false
  }

  static func isSameTable(_ item: PaperFlow.Item, _ other: PaperFlow.Item, _ flow: PaperFlow) -> Bool {
    guard item.strip == other.strip, let first = flow.leaf(item), let second = flow.leaf(other), case .row = first.kind,
      case .row(let number) = second.kind, number > 0
    else { return false }
    return first.table == second.table
  }

  /// Joins what overlaps, from top to bottom.
  static func merged(_ atoms: [Segment], height: Double) -> [Segment] {
    var result: [Segment] = []
    for atom in atoms.sorted(by: { $0.top < $1.top }) where atom.bottom > atom.top {
      if let last = result.last, atom.top < last.bottom - 0.75 {
        result[result.count - 1].bottom = max(last.bottom, atom.bottom)
        for note in atom.notes where !last.notes.contains(note) { result[result.count - 1].notes.append(note) }
      } else {
        result.append(atom)
      }
    }
    return result.isEmpty ? [Segment(top: 0, bottom: height)] : result
  }

  /// Where the leaf is cut above a segment; 0 for the first, the height behind the last.
  func cut(before segment: Int) -> Double {
    if segment <= 0 { return 0 }
    return segment < segments.count ? segments[segment].top : height
  }
}

extension SetText {
  /// Gives top and bottom of each line, in pixels.
  var lines: [(top: Double, bottom: Double)] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var result: [(top: Double, bottom: Double)] = []
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      result.append((Double(logical.y) / pangoScale, Double(logical.y + logical.height) / pangoScale))
    } while pango_layout_iter_next_line(iterator) != 0
    return result
  }

  /// Tells the line that shows a layout byte.
  func line(ofByte position: Int) -> Int {
    var line: Int32 = 0
    pango_layout_index_to_line_x(layout, Int32(max(0, min(position, text.bytes.count))), 0, &line, nil)
    return max(0, Int(line))
  }
}
