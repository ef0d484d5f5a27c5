import CPango

/// What is in a leaf: words, ready to be set.
enum LeafContent {
  case text(LayoutText, alignment: PangoAlignment)
  case code(LayoutText)
  case row(cells: [LayoutText])
  case field(name: LayoutText, value: LayoutText)
  case caption(String)
  case rule
  case divider
  case nothing
}

/// Makes boxes of leaves: knows the column's width, the style sheet and the pictures, but neither tree nor scrolling.
struct Compositor {
  let typesetter: Typesetter
  /// Width of the column, in pixels.
  let width: Double
  /// Where pictures come from; without one every picture is a placeholder.
  let pictures: PictureSource?
  /// Height that no picture exceeds, in pixels: on paper that of a page; nil on the screen.
  var tallest: Double? = nil
  /// True for what is read from the right: everything stands mirrored, the lines within each text as their letters want it.
  var isMirrored = false
  /// Width in which things are mirrored: the column's, or that of a table which is wider.
  private var whole: Double

  var sheet: StyleSheet { typesetter.sheet }

  init(typesetter: Typesetter, width: Double, pictures: PictureSource?, isMirrored: Bool = false, tallest: Double? = nil) {
    self.typesetter = typesetter
    self.width = width
    self.pictures = pictures
    self.isMirrored = isMirrored
    self.tallest = tallest
    whole = width
  }

  /// Gives the place of something that is thought of from the left.
  private func placed(_ rect: Rect) -> Rect {
    isMirrored ? Rect(x: whole - rect.right, y: rect.y, width: rect.width, height: rect.height) : rect
  }

  /// Where a leaf's contents begin, in pixels from the side from which it is read.
  func indent(of leaf: Leaf, _ frames: [Frame]) -> Double { min(leaf.frame >= 0 ? frames[Int(leaf.frame)].indent : 0, width * 0.75) }

  /// Sets a leaf. `table` is the shape of the table that a row is in.
  ///
  /// `offset` says how far a table that is wider than the column was scrolled, in pixels.
  func box(_ leaf: Leaf, _ content: LeafContent, frames: [Frame], table: TableShape?, offset: Double = 0) -> LeafBox {
    let indent = indent(of: leaf, frames)
    let box: LeafBox
    switch content {
    case .text(let text, let alignment): box = setText(text, leaf, alignment, indent: indent)
    case .code(let text): box = setCode(text, leaf.kind, indent: indent)
    case .row(let cells):
      box = setRow(cells, leaf, table ?? TableShape(columns: cells.count, width: width - indent), indent: indent, offset: offset)
    case .field(let name, let value): box = setField(name, value, indent: indent)
    case .caption(let words): box = setCaption(words, frames: frames, leaf: leaf, indent: indent)
    case .nothing: box = LeafBox(height: 0)
    case .divider:
      box = LeafBox(height: 1, grounds: [(placed(Rect(x: indent, y: 0, width: ((width - indent) * 0.3).rounded(), height: 1)), .line)])
    case .rule:
      let thickness = max(1, (sheet.size / 8).rounded())
      box = LeafBox(
        height: thickness, grounds: [(placed(Rect(x: indent, y: 0, width: width - indent, height: thickness)), .line)])
    }
    if case .nothing = content { return box }
    addMarkers(to: box, leaf: leaf, frames: frames)
    box.height = box.height.rounded(.up)
    return box
  }

  // MARK: Text

  private func setText(_ text: LayoutText, _ leaf: Leaf, _ alignment: PangoAlignment, indent: Double) -> LeafBox {
    let kind = leaf.kind
    let role: Typesetter.Role =
      switch kind {
      case .heading(let level): .heading(level)
      case .literal: .code
      default: leaf.isNote ? .small : .body
      }
    let box = LeafBox(height: 0)
    let tone = kind == .literal || kind == .heading(6) ? LeafBox.Tone.quiet : .text
    let height = set(text, role: role, x: indent, y: 0, width: width - indent, alignment: alignment, tone: tone, in: box)
    // An item without words is as high as one with.
    box.height = max(height, typesetter.lineHeight(role))
    if kind == .heading(1) || kind == .heading(2) {
      let y = (box.height + sheet.ems(0.35)).rounded()
      box.grounds.append((placed(Rect(x: indent, y: y, width: width - indent, height: 1)), .line))
      box.height = y + 1
    }
    return box
  }

  /// Sets one text of a box, with its chips and pictures; a very long one in several layouts below each other, for Pango gives up on them.
  ///
  /// Gives the height of all.
  @discardableResult
  private func set(
    _ text: LayoutText, role: Typesetter.Role, x: Double, y: Double, width: Double, alignment: PangoAlignment, tone: LeafBox.Tone = .text,
    in box: LeafBox
  ) -> Double {
    var y = y
    let start = y
    let x = isMirrored ? whole - x - width : x
    // Signs, numbers and pictures without a letter stand on the side from which everything around them is read.
    let isNeutral = isMirrored && alignment == PANGO_ALIGN_LEFT && TextDirection.isRightToLeft(text.bytes) == nil
    let alignment = isNeutral ? PANGO_ALIGN_RIGHT : alignment
    for part in text.parts(of: FlowBuilder.mostBytes) {
      y += setPart(part, role: role, x: x, y: y, width: width, alignment: alignment, tone: tone, in: box).height
    }
    return y - start
  }

  private func setPart(
    _ text: LayoutText, role: Typesetter.Role, x: Double, y: Double, width: Double, alignment: PangoAlignment, tone: LeafBox.Tone,
    in box: LeafBox
  ) -> SetText {
    let shown = text.pictures.map { self.picture($0, width: width, role: role) }
    let set = typesetter.set(text, role: role, width: width, alignment: alignment, pictures: shown.map { ($0.width, $0.height, $0.drop) })
    box.texts.append(LeafBox.Text(set: set, x: x, y: y, width: width, tone: tone))
    for (index, (picture, shown)) in zip(text.pictures, shown).enumerated() {
      var rect = set.rect(ofByte: Int(picture.position))
      // The letter's rectangle has the line's height; the picture stands on the baseline like a letter.
      rect.y = baseline(of: set, at: Int(picture.position)) + shown.drop - shown.height
      rect.width = shown.width
      rect.height = shown.height
      rect = rect.moved(x: x, y: y)
      if let label = shown.label {
        box.grounds.append((rect, .key))
        let lineTop = (rect.height - label.height) / 2
        box.texts.append(
          LeafBox.Text(
            set: label, x: rect.x + sheet.size * 0.5, y: rect.y + lineTop, width: rect.width - sheet.size, tone: .quiet, isSource: false,
            part: .label(picture: index)))
      } else {
        box.grounds.append((rect, .picture(picture.address)))
      }
    }
    addChips(of: set, role: role, x: x, y: y, width: width, to: box)
    return set
  }

  private func baseline(of set: SetText, at position: Int) -> Double {
    guard let iterator = pango_layout_get_iter(set.layout) else { return 0 }
    defer { pango_layout_iter_free(iterator) }
    var result = 0.0
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator), Int(line.pointee.start_index) <= position else { break }
      result = Double(pango_layout_iter_get_baseline(iterator)) / pangoScale
    } while pango_layout_iter_next_line(iterator) != 0
    return result
  }

  /// Tells the size of a picture, how far it hangs below the line, and the words of its placeholder while there is none.
  private func picture(
    _ picture: LayoutText.Picture, width: Double, role: Typesetter.Role
  ) -> (width: Double, height: Double, drop: Double, label: SetText?) {
    func wanted(_ value: Double?) -> Double? { value.map { $0 < 0 ? -$0 * width : $0 } }
    if let pixels = pictures?.size(at: picture.address) {
      let natural = (width: Double(max(1, pixels.width)), height: Double(max(1, pixels.height)))
      var size = natural
      switch (wanted(picture.width), wanted(picture.height)) {
      case (let width?, let height?): size = (width, height)
      case (let width?, nil): size = (width, natural.height * width / natural.width)
      case (nil, let height?): size = (natural.width * height / natural.height, height)
      case (nil, nil): break
      }
      if size.width > width { size = (width, size.height * width / size.width) }
      if let tallest, size.height > tallest { size = (size.width * tallest / size.height, tallest) }
      return (max(1, size.width.rounded()), max(1, size.height.rounded()), 0, nil)
    }
    var words = LayoutText()
    let name = picture.alternative.isEmpty ? picture.address : picture.alternative
    words.append(verbatim: name.prefix(400), source: Int(picture.source.lowerBound), look: [])
    let padding = sheet.size * 0.5
    let label = typesetter.set(words, role: .small, width: nil)
    if label.extent.width + 2 * padding <= width {
      // Its words stand on the line of the words around it.
      let height = (label.height + 2).rounded(.up)
      return (
        (label.extent.width + 2 * padding).rounded(.up), height, (height - (height - label.height) / 2 - label.baseline).rounded(), label
      )
    }
    let wrapped = typesetter.set(words, role: .small, width: width - 2 * padding)
    return (width, (wrapped.height + 2).rounded(.up), 0, wrapped)
  }

  /// Tells the width that a picture would take if there were room, in pixels.
  func pictureWidth(_ picture: LayoutText.Picture) -> Double { self.picture(picture, width: width, role: .body).width }

  private func addChips(of set: SetText, role: Typesetter.Role, x: Double, y: Double, width: Double, to box: LeafBox) {
    guard role != .code else { return }
    func add(_ look: Look, _ ground: LeafBox.Ground, height: Double) {
      var index = 0
      let spans = set.text.spans
      while index < spans.count {
        guard spans[index].look.contains(look) else {
          index += 1
          continue
        }
        let start = Int(spans[index].start)
        var end = Int(spans[index].end)
        index += 1
        while index < spans.count, Int(spans[index].start) == end, spans[index].look.contains(look),
          !spans[index].look.contains(.gap) || !spans[index - 1].look.contains(.gap)
        {
          end = Int(spans[index].end)
          index += 1
        }
        for rect in set.rects(of: start..<end) {
          let middle = rect.y + rect.height / 2
          // The blank behind a word at a line's end may hang over.
          let (left, right) = (max(0, rect.x), min(width, rect.right))
          box.grounds.append((Rect(x: left + x, y: (middle - height / 2 + y).rounded(), width: right - left, height: height), ground))
        }
      }
    }
    let size = typesetter.size(role)
    add(.mark, .mark, height: (size * 1.3).rounded())
    add(.code, .chip, height: (size * 1.36).rounded())
    add(.key, .key, height: (size * 1.36).rounded())
  }

  // MARK: Code

  private func setCode(_ text: LayoutText, _ kind: Leaf.Kind, indent: Double) -> LeafBox {
    guard case .code(let first, let last) = kind else { preconditionFailure("code in a leaf of another kind") }
    let (side, edge) = (sheet.ems(1), sheet.ems(0.8))
    let box = LeafBox(height: 0)
    let top = first ? edge : 0
    let height = set(
      text, role: .code, x: indent + side, y: top, width: width - indent - 2 * side, alignment: PANGO_ALIGN_LEFT, in: box)
    box.height = (top + height + (last ? edge : 0)).rounded(.up)
    box.grounds.insert(
      (placed(Rect(x: indent, y: 0, width: width - indent, height: box.height)), .shade(openAbove: !first, openBelow: !last)), at: 0)
    return box
  }

  // MARK: Tables

  /// Tells which columns of a very wide table are seen or nearly so; nil for other tables, whose columns are all set.
  func columns(of table: TableShape, indent: Double, offset: Double) -> Range<Int>? {
    guard table.widths.count > Self.mostColumns, indent + table.width > width + 0.5 else { return nil }
    let offset = min(offset, max(width, indent + table.width) - width)
    var x = indent
    var seen = 0..<0
    for (column, room) in table.widths.enumerated() {
      let right = x + 2 * table.side + room + 1
      if right >= indent + offset - width / 2, x <= offset + 1.5 * width { seen = (seen.isEmpty ? column : seen.lowerBound)..<column + 1 }
      x = right
    }
    return seen
  }

  private func setRow(_ cells: [LayoutText], _ leaf: Leaf, _ table: TableShape, indent: Double, offset: Double) -> LeafBox {
    let box = LeafBox(height: 0)
    var row = 0
    if case .row(let number) = leaf.kind { row = number }
    // Of a row in pieces only the first has an edge above, and only the last one below.
    let (isFirst, isLast) = (leaf.piece == 0, leaf.piece + 1 == leaf.pieces)
    let side = table.side
    let edge = isFirst ? sheet.ems(0.4) : 0
    let foot = isLast ? sheet.ems(0.4) : 0
    let role = Typesetter.Role.cell(header: row == 0)
    var inside = self
    inside.whole = max(width, indent + table.width)
    if indent + table.width > width + 0.5 {
      box.scroll = LeafBox.Scroll(start: indent, width: inside.whole, offset: min(offset, inside.whole - width), isMirrored: isMirrored)
    }
    let top = row == 0 && isFirst ? 1.0 : 0
    var x = indent
    var height = typesetter.lineHeight(role)
    var lines: [Double] = [x]
    for column in table.widths.indices {
      let room = table.widths[column]
      if column < cells.count, cells[column].unread > 0 {
        // Of a very wide table only what is seen is set; the height of the rest is a guess.
        height = max(height, typesetter.guess(cells[column].unread, role: role, width: room))
      } else if column < cells.count, !cells[column].bytes.isEmpty {
        let before = box.texts.count
        let set = inside.set(
          cells[column], role: role, x: x + 1 + side, y: top + edge, width: room, alignment: table.alignments[column], in: box)
        for index in before..<box.texts.count where box.texts[index].isSource { box.texts[index].part = .words(column: column) }
        height = max(height, set)
      }
      x += 1 + side + room + side
      lines.append(x)
    }
    box.height = (top + edge + height + foot).rounded(.up) + (isLast ? 1 : 0)
    let all = Rect(x: indent, y: 0, width: x + 1 - indent, height: box.height)
    var grounds: [(rect: Rect, ground: LeafBox.Ground)] = [(all, .cell(header: row == 0, striped: row > 0 && row % 2 == 0))]
    for line in lines { grounds.append((Rect(x: line, y: 0, width: 1, height: box.height), .line)) }
    if row == 0, isFirst { grounds.append((Rect(x: all.x, y: 0, width: all.width, height: 1), .line)) }
    if isLast { grounds.append((Rect(x: all.x, y: box.height - 1, width: all.width, height: 1), .line)) }
    box.grounds.insert(contentsOf: grounds.map { (inside.placed($0.rect), $0.ground) }, at: 0)
    return box
  }

  /// Tables of more columns are set only where they are seen.
  private static let mostColumns = 24

  private func setField(_ name: LayoutText, _ value: LayoutText, indent: Double) -> LeafBox {
    let box = LeafBox(height: 0)
    let column = min(sheet.ems(9), (width - indent) * 0.3)
    let isLatin = isMirrored && name.bytes.allSatisfy { $0 < 0x80 }
    let left = set(
      name, role: .small, x: indent, y: 0, width: column, alignment: isLatin ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT, tone: .quiet, in: box)
    let right = set(
      value, role: .small, x: indent + column + sheet.ems(1), y: 0, width: width - indent - column - sheet.ems(1),
      alignment: PANGO_ALIGN_LEFT, in: box)
    box.height = max(left, right)
    return box
  }

  private func setCaption(_ words: String, frames: [Frame], leaf: Leaf, indent: Double) -> LeafBox {
    var text = LayoutText()
    text.append(Array(words.utf8), standingFor: Int(leaf.source.lowerBound)..<Int(leaf.source.upperBound), look: .strong)
    let box = LeafBox(height: 0)
    var shift = 0.0
    if leaf.frame >= 0, case .alert(let kind) = frames[Int(leaf.frame)].kind {
      shift = sheet.ems(1.5)
      // Our words are not read from the right, but stand beside their icon.
      let alignment = isMirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
      box.height = set(
        text, role: .body, x: indent + shift, y: 0, width: width - indent - shift, alignment: alignment, tone: .alert(kind), in: box)
      let side = sheet.ems(1)
      box.grounds.append((placed(Rect(x: indent, y: ((box.height - side) / 2).rounded(), width: side, height: side)), .alertIcon(kind)))
    } else {
      box.height = set(text, role: .small, x: indent, y: 0, width: width - indent, alignment: PANGO_ALIGN_LEFT, tone: .quiet, in: box)
    }
    return box
  }

  // MARK: Markers

  private func addMarkers(to box: LeafBox, leaf: Leaf, frames: [Frame]) {
    let first = box.texts.first { !$0.set.text.bytes.isEmpty }
    let baseline = first.map { $0.y + $0.set.baseline } ?? (typesetter.lineHeight(.body) + sheet.size * 0.7) / 2
    var index = leaf.frame
    var level = -1
    while index >= leaf.opened, index >= 0 {
      let frame = frames[Int(index)]
      index = frame.parent
      if case .item = frame.kind { level += 1 }
      let right = min(frame.indent, width * 0.75) - sheet.size * 0.5
      switch frame.kind {
      case .quote, .alert, .aside: break
      case .item(.bullet(let depth)):
        let side = (sheet.size * 0.36).rounded()
        let middle = baseline - sheet.size * 0.31
        let rect = Rect(x: right - side - sheet.size * 0.12, y: (middle - side / 2).rounded(), width: side, height: side)
        box.grounds.append((placed(rect), .bullet(depth: depth)))
      case .item(.task(let done, let source)):
        let side = (sheet.size * 0.92).rounded()
        let middle = baseline - sheet.size * 0.34
        let rect = Rect(x: (right - side).rounded(), y: (middle - side / 2).rounded(), width: side, height: side)
        box.grounds.append((placed(rect), .task(done: done, source: source)))
      case .item(.number(let words)), .note(let words):
        var text = LayoutText()
        let start = Int(leaf.source.lowerBound)
        // A number reads from the right there: its dot stands at its left.
        text.append(Array(((isMirrored ? "\u{200f}" : "") + words).utf8), standingFor: start..<start, look: [])
        // A note's number is no item's, whatever the note begins with.
        let place = if case .note = frame.kind { -1 } else { level }
        let set = typesetter.set(text, role: leaf.isNote ? .small : .body, width: nil)
        let rect = placed(
          Rect(x: max(0, right - set.extent.width), y: (baseline - set.baseline).rounded(), width: set.extent.width, height: set.height))
        box.texts.append(
          LeafBox.Text(set: set, x: rect.x, y: rect.y, width: rect.width, tone: .quiet, isSource: false, part: .marker(level: place)))
      }
    }
  }
}
