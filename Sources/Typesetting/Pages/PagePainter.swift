import CPango

/// Draws pages on a Cairo context whose units are points.
struct PagePainter {
  let pages: DocumentPages
  private let context: OpaquePointer
  private let canvas: CairoCanvas
  private let ink: PageInk
  private let silentInk: PageInk
  private let listener: PageListener?

  init(_ pages: DocumentPages, context: OpaquePointer, listener: PageListener? = nil) {
    self.pages = pages
    self.context = context
    self.listener = listener
    canvas = CairoCanvas(context)
    ink = PageInk(context: context, canvas: canvas, listener: listener)
    silentInk = PageInk(context: context, canvas: canvas, listener: nil)
  }

  private var flow: PaperFlow { pages.flow }
  private var palette: Palette { flow.options.sheet.palette }

  /// Draws a page, its upper left corner at the context's origin.
  func draw(_ number: Int) {
    let page = pages.pages[number]
    let format = flow.options.format
    let body = format.body.scaled(1 / PaperStyle.scale)
    cairo_save(context)
    cairo_scale(context, PaperStyle.scale, PaperStyle.scale)
    if palette.ground != Palette.print.ground {
      listener?.begin(.background)
      let (width, height) = (format.width / PaperStyle.scale, format.height / PaperStyle.scale)
      // In two parts: Cairo forgets what it was told before one that covers everything, the beginning of the mark with it.
      canvas.fill(Rect(x: 0, y: 0, width: width, height: height * 0.6), palette.ground, radius: 0)
      canvas.fill(Rect(x: 0, y: height * 0.4, width: width, height: height * 0.6), palette.ground, radius: 0)
    }
    listener?.begin(.pagination)
    drawHeads(number, body)
    listener?.end()
    for piece in page.pieces { draw(piece, x: body.x, y: body.y) }
    if let rule = page.ruleY {
      listener?.begin(.layout)
      canvas.fill(Rect(x: body.x, y: body.y + rule, width: (flow.width * 0.3).rounded(), height: 0.75), palette.line, radius: 0)
    }
    for piece in page.notes { draw(piece, x: body.x, y: body.y) }
    listener?.end()
    cairo_restore(context)
  }

  // MARK: Pieces

  private func draw(_ piece: Page.Piece, x: Double, y: Double) {
    let box = pages.box(piece.item)
    let top = y + piece.y - piece.from
    let isWhole = piece.from <= 0 && piece.to >= box.height - 0.01
    guard var leaf = flow.leaf(piece.item) else {
      drawContents(piece, box, x: x, y: top)
      return
    }
    let frames = flow.frames(piece.item)
    var painter = flow.painter
    painter.sheet = flow.sheet(of: piece.item)
    // A frame that goes on from the page before begins at the page's top.
    leaf.gap = piece.gap
    if piece.from > 0 { leaf.opened = Int32(frames.count) }
    if leaf.frame >= 0 || !box.grounds.isEmpty { listener?.begin(.layout) }
    painter.drawFrames(of: leaf, frames, width: flow.width, from: top + piece.from - piece.gap, to: top + piece.to, on: canvas, x: x)
    var pictures: [(Rect, LeafBox.Ground)] = []
    for (rect, ground) in box.grounds {
      if case .picture = ground {
        pictures.append((rect, ground))
        continue
      }
      guard let part = isWhole ? rect : rect.between(piece.from, piece.to) else { continue }
      if case .task = ground { listener?.begin(PageContent(item: piece.item, column: 0, part: .marker(level: 0))) }
      painter.draw(ground.cut(rect, to: part), part.moved(x: x, y: top), on: canvas)
      if case .task = ground { listener?.begin(.layout) }
    }
    drawTexts(of: box, leaf, frames, piece, painter, pictures, x: x, y: top)
    listener?.end()
    if case .code = leaf.kind {
      listener?.begin(.layout)
      drawTurns(of: box, piece, x: x, y: top)
      listener?.end()
    }
  }

  private func drawTexts(
    of box: LeafBox, _ leaf: Leaf, _ frames: [Frame], _ piece: Page.Piece, _ painter: GroundPainter, _ pictures: [(Rect, LeafBox.Ground)],
    x: Double, y: Double
  ) {
    var nextPicture = 0
    func drawMarkers() {
      for text in box.texts {
        guard case .marker(let level) = text.part else { continue }
        ink.draw(
          text, item: piece.item, part: .marker(level: level), column: 0, colour: painter.colour(text.tone, leaf, frames), x: x, y: y,
          from: piece.from, to: piece.to, picture: { _ in nil })
        guard level < 0, let note = flow.note(beginningWith: piece.item), piece.from == 0 else { continue }
        let place = Rect(x: x + text.x, y: y + text.y, width: text.set.extent.width, height: text.set.height)
        let content = PageContent(item: piece.item, column: 0, part: .marker(level: level))
        listener?.link(place.scaled(PaperStyle.scale), to: PaperFlow.wayBack(from: note), of: content)
      }
    }
    drawMarkers()
    for (index, text) in box.texts.enumerated() {
      guard case .words(let column) = text.part else { continue }
      // Which of its pictures are there, and which are only words in a frame.
      let labels = box.texts[(index + 1)...].prefix(while: \.isLabel)
      var places: [Int: (Rect, LeafBox.Ground)] = [:]
      for number in text.set.text.pictures.indices where !labels.contains(where: { $0.part == .label(picture: number) }) {
        guard nextPicture < pictures.count else { break }
        places[number] = pictures[nextPicture]
        nextPicture += 1
      }
      // A header that is there again is read once.
      if piece.isRepeated { listener?.begin(.pagination) }
      (piece.isRepeated ? silentInk : ink).draw(
        text, item: piece.item, part: nil, column: column, colour: painter.colour(text.tone, leaf, frames), x: x, y: y, from: piece.from,
        to: piece.to,
        picture: { number in
          if let (rect, ground) = places[number] {
            let place = rect.moved(x: x, y: y)
            if case .picture(let address) = ground, listener?.draw(picture: address, in: place) == true { return rect }
            painter.draw(ground, place, on: canvas)
            return rect
          }
          guard let label = labels.first(where: { $0.part == .label(picture: number) }) else { return nil }
          let colour = painter.colour(label.tone, leaf, frames)
          draw(label.set, x: x + label.x, y: y + label.y, colour)
          return Rect(x: label.x, y: label.y, width: label.set.extent.width, height: label.set.height)
        })
    }
  }

  /// Marks lines of code that go on in the next line because the paper is too narrow.
  private func drawTurns(of box: LeafBox, _ piece: Page.Piece, x: Double, y: Double) {
    let size = flow.options.sheet.size
    guard let text = box.texts.first(where: \.isSource) else { return }
    for (top, bottom) in text.set.turnedLines {
      let middle = text.y + (top + bottom) / 2
      guard middle >= piece.from, middle < piece.to else { continue }
      let right = x + flow.width - size * 0.3
      let height = y + middle
      let (wide, high) = (size * 0.34, size * 0.2)
      canvas.line(
        [(right, height - high), (right, height + high * 0.5), (right - wide, height + high * 0.5)], palette.quiet, thickness: size * 0.05)
      canvas.line(
        [
          (right - wide + high * 0.6, height + high * 0.5 - high * 0.6), (right - wide, height + high * 0.5),
          (right - wide + high * 0.6, height + high * 0.5 + high * 0.6),
        ], palette.quiet, thickness: size * 0.05)
    }
  }

  // MARK: Contents and heads

  private func drawContents(_ piece: Page.Piece, _ box: LeafBox, x: Double, y: Double) {
    guard let text = box.texts.first else { return }
    ink.draw(
      text, item: piece.item, part: nil, column: 0, colour: palette.text, x: x, y: y, from: piece.from, to: piece.to, picture: { _ in nil })
    defer { listener?.end() }
    guard piece.item != .contentsTitle, let place = pages.headingPlaces[Int(piece.item.leaf)] else { return }
    let line = ContentsLine(flow: flow)
    let number = line.number(pages.label(of: place.page))
    let last = text.set.lines.last ?? (0, text.set.height)
    let content = PageContent(item: piece.item, column: 0, part: .pageNumber)
    let left = flow.width - number.extent.width
    listener?.end()
    // Dots lead the eye to the number; they are a line, not letters, so that nobody has to hear them.
    let from = text.x + text.set.endOfLastLine + flow.options.sheet.size * 0.6
    let until = left - flow.options.sheet.size * 0.6
    listener?.begin(.layout)
    let baseline = y + text.y + last.top + text.set.baseline
    if until > from {
      let step = flow.options.sheet.size * 0.42
      let first = (from / step).rounded(.up) * step
      var dot = first
      while dot < until {
        canvas.fill(
          Rect(
            x: x + dot, y: baseline - flow.options.sheet.size * 0.08, width: flow.options.sheet.size * 0.08,
            height: flow.options.sheet.size * 0.08),
          palette.quiet, radius: 0)
        dot += step
      }
    }
    listener?.begin(content)
    draw(number, x: x + left, y: y + text.y + last.top, palette.text)
    listener?.link(
      Rect(x: x + left, y: y + text.y + last.top, width: number.extent.width, height: number.height).scaled(PaperStyle.scale),
      to: Array("#\(flow.headings[Int(piece.item.leaf)].identifier)".utf8), of: content)
  }

  /// Draws the running heads: title and section above, the number of the page below.
  private func drawHeads(_ number: Int, _ body: Rect) {
    let setter = flow.typesetter
    func set(_ words: String, width: Double?) -> SetText {
      var text = LayoutText()
      text.append(Array(words.utf8.prefix(400)), standingFor: 0..<0, look: .small)
      let set = setter.set(text, role: .small, width: width)
      if width != nil {
        pango_layout_set_height(set.layout, -1)
        pango_layout_set_ellipsize(set.layout, PANGO_ELLIPSIZE_END)
      }
      return set
    }
    let line = setter.lineHeight(.small)
    let format = flow.options.format
    let foot = set(pages.footer(of: number), width: nil)
    let footY = min(body.bottom + line * 0.9, format.height / PaperStyle.scale - line * 1.2)
    draw(foot, x: body.x + ((body.width - foot.extent.width) / 2).rounded(), y: footY, palette.quiet)
    // The first page has its title in the text.
    guard number > 0, body.y >= line * 2 else { return }
    let headY = max(line * 0.4, body.y - line * 2.4)
    let title = pages.metadata.runningTitle
    let section = pages.pages[number].section.map { flow.headings[$0].title } ?? ""
    let half = (body.width / 2 - flow.options.sheet.size).rounded()
    if !title.isEmpty { draw(set(title, width: half), x: body.x, y: headY, palette.quiet) }
    if !section.isEmpty, section != title {
      let set = set(section, width: nil)
      let shown = set.extent.width <= half ? set : self.shortened(section, half, set)
      draw(shown, x: body.x + body.width - min(half, shown.extent.width), y: headY, palette.quiet)
    }
  }

  /// Draws a whole text; its layout lives until that is done.
  private func draw(_ set: SetText, x: Double, y: Double, _ colour: Colour) {
    withExtendedLifetime(set) { canvas.draw(set.layout, x: x, y: y, colour) }
  }

  private func shortened(_ words: String, _ width: Double, _ set: SetText) -> SetText {
    pango_layout_set_width(set.layout, Int32(width * pangoScale))
    pango_layout_set_height(set.layout, -1)
    pango_layout_set_ellipsize(set.layout, PANGO_ELLIPSIZE_END)
    return set
  }
}

extension LeafBox.Text {
  fileprivate var isLabel: Bool {
    if case .label = part { return true }
    return false
  }
}

extension LeafBox.Ground {
  /// Gives the ground as it is where only a part of its rectangle is shown.
  func cut(_ whole: Rect, to part: Rect) -> LeafBox.Ground {
    guard case .shade(let openAbove, let openBelow) = self else { return self }
    return .shade(openAbove: openAbove || part.y > whole.y + 0.01, openBelow: openBelow || part.bottom < whole.bottom - 0.01)
  }
}

extension SetText {
  /// Gives top and bottom of the lines that go on in the next line without a line end in the text.
  var turnedLines: [(top: Double, bottom: Double)] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var result: [(top: Double, bottom: Double)] = []
    var before: (top: Double, bottom: Double)?
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      if let before, line.pointee.is_paragraph_start == 0 { result.append(before) }
      before = (Double(logical.y) / pangoScale, Double(logical.y + logical.height) / pangoScale)
    } while pango_layout_iter_next_line(iterator) != 0
    return result
  }

  /// Right end of the last line's letters, in pixels.
  var endOfLastLine: Double {
    guard let line = pango_layout_get_line_readonly(layout, pango_layout_get_line_count(layout) - 1) else { return 0 }
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    return Double(logical.x + logical.width) / pangoScale
  }
}
