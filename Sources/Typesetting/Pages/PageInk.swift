import CPango

/// Hears what is drawn on pages while it is drawn: the structure and the links of a PDF. Pages on the screen need none.
protocol PageListener: AnyObject {
  /// Tells that what is drawn from now on belongs to a part of a leaf.
  func begin(_ content: PageContent)
  /// Tells that what is drawn from now on is not read.
  func begin(_ artifact: PageArtifact)
  /// Tells that the part or artifact that was begun last is drawn.
  func end()
  /// Tells what a picture shows, in words; empty when nothing says.
  func describe(_ content: PageContent, _ words: [UInt8])
  /// Draws a picture in a way of its own, in a rectangle in the units of what is drawn on; false when it has none.
  func draw(picture address: [UInt8], in rect: Rect) -> Bool
  /// Tells that a rectangle of the page, in points from its upper left corner, leads to an address.
  func link(_ rect: Rect, to address: [UInt8], of content: PageContent)
}

/// Names what is drawn but not read, in the words of PDF.
enum PageArtifact: String {
  /// Running heads and the numbers of pages.
  case pagination = "Pagination"
  /// Lines and grounds.
  case layout = "Layout"
  /// What fills the whole page.
  case background = "Background"
}

/// Names what a stretch of drawing is.
struct PageContent: Hashable {
  enum Part: Hashable {
    case words
    /// In a link, by its number in the text.
    case link(Int)
    /// A picture, by its number in the text; `link` is the number of the link around it.
    case figure(Int, link: Int?)
    /// What stands before an item or a note.
    case marker(level: Int)
    /// The number of a page in a table of contents.
    case pageNumber
  }

  var item: PaperFlow.Item
  /// The cell, for rows.
  var column: Int
  var part: Part

  /// Whether both are of one link, letters or pictures.
  func isSameLink(as other: PageContent) -> Bool { item == other.item && column == other.column && link != nil && link == other.link }

  private var link: Int? {
    switch part {
    case .link(let number): number
    case .figure(_, let link): link
    case .words, .marker, .pageNumber: nil
    }
  }
}

/// Draws texts line by line, and tells the listener what each stretch of them is.
///
/// A whole layout cannot be drawn at once: pages end inside layouts, and every link and figure has to be told apart.
struct PageInk {
  let context: OpaquePointer
  let canvas: CairoCanvas
  let listener: PageListener?

  /// Draws the lines of a text whose middles lie between two heights of its box. `x` and `y` say where the box's corner is.
  /// `picture` draws a picture of the text, whose rectangle it gives.
  func draw(
    _ text: LeafBox.Text, item: PaperFlow.Item, part: PageContent.Part?, column: Int, colour: Colour, x: Double, y: Double, from: Double,
    to: Double, picture: (Int) -> Rect?
  ) {
    let set = text.set
    guard let iterator = pango_layout_get_iter(set.layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    let words = pango_layout_get_text(set.layout)
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let top = text.y + Double(logical.y) / pangoScale
      let middle = top + Double(logical.height) / pangoScale / 2
      guard middle >= from, middle < to, let line = pango_layout_iter_get_line(iterator) else { continue }
      let left = x + text.x + Double(logical.x) / pangoScale
      let baseline = y + text.y + Double(pango_layout_iter_get_baseline(iterator)) / pangoScale
      var ink = PangoRectangle()
      var box = PangoRectangle()
      pango_layout_line_get_extents(line, &ink, &box)
      let stretches = stretches(of: line, in: set.text, words: words)
      defer { for stretch in stretches { stretch.runs.map { free(runs: $0) } } }
      let whole = line.pointee.runs
      var offset = 0.0
      for stretch in stretches {
        let content = PageContent(item: item, column: column, part: part ?? stretch.part)
        listener?.begin(content)
        var rect = Rect(
          x: left + offset, y: baseline + Double(ink.y) / pangoScale, width: stretch.width, height: Double(ink.height) / pangoScale)
        if case .figure(let number, _) = stretch.part {
          listener?.describe(content, set.text.pictures[number].alternative)
          if let place = picture(number) { rect = place.moved(x: x, y: y) }
        } else {
          line.pointee.runs = stretch.runs
          cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.alpha)
          cairo_move_to(context, left + offset, baseline)
          pango_cairo_show_layout_line(context, line)
          line.pointee.runs = whole
        }
        if let link = stretch.link {
          listener?.link(rect.scaled(PaperStyle.scale), to: set.text.links[link].address, of: content)
        }
        offset += stretch.width
      }
    } while pango_layout_iter_next_line(iterator) != 0
  }

  /// A stretch of a line that is one thing.
  private struct Stretch {
    var part: PageContent.Part
    var link: Int?
    /// A list of the line's runs, or of copies where a run had to be cut; owned.
    var runs: UnsafeMutablePointer<GSList>?
    var width: Double
  }

  /// Cuts a line where links and pictures begin and end, in the order of the eye.
  private func stretches(of line: UnsafeMutablePointer<PangoLayoutLine>, in text: LayoutText, words: UnsafePointer<CChar>?) -> [Stretch] {
    var result: [Stretch] = []
    func add(_ run: UnsafeMutablePointer<PangoLayoutRun>, _ position: Int) {
      let link = text.links.lastIndex { $0.start <= Int32(position) && Int32(position) < $0.end }
      let picture = text.pictures.firstIndex { $0.position <= Int32(position) && Int32(position) < $0.position + 3 }
      let part: PageContent.Part = picture.map { .figure($0, link: link) } ?? link.map { .link($0) } ?? .words
      let width = Double(pango_glyph_string_get_width(run.pointee.glyphs)) / pangoScale
      let copy = pango_glyph_item_copy(run)
      if let copy { showEmptyBoxes(copy) }
      if let last = result.last, last.part == part {
        result[result.count - 1].runs = g_slist_append(last.runs, copy)
        result[result.count - 1].width += width
      } else {
        result.append(Stretch(part: part, link: link, runs: g_slist_append(nil, copy), width: width))
      }
    }
    let edges = text.links.isEmpty ? [] : text.links.flatMap { [Int($0.start), Int($0.end)] }.sorted()
    var next = line.pointee.runs
    while let node = next {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let run = data.assumingMemoryBound(to: PangoLayoutRun.self)
      let start = Int(run.pointee.item.pointee.offset)
      let end = start + Int(run.pointee.item.pointee.length)
      let cuts = edges.filter { $0 > start && $0 < end }
      guard !cuts.isEmpty, let rest = pango_glyph_item_copy(run) else {
        add(run, start)
        continue
      }
      // Links that touch look alike and come as one run.
      var pieces: [(run: UnsafeMutablePointer<PangoGlyphItem>, start: Int)] = []
      var from = start
      for cut in cuts where cut > from {
        guard let head = pango_glyph_item_split(rest, words, Int32(cut - from)) else { continue }
        pieces.append((head, from))
        from = cut
      }
      pieces.append((rest, from))
      if run.pointee.item.pointee.analysis.level & 1 != 0 { pieces.reverse() }
      for piece in pieces {
        add(piece.run, piece.start)
        pango_glyph_item_free(piece.run)
      }
    }
    return result
  }

  /// Lets letters that no font has appear as the font's sign for that: Pango would write their numbers, which readers would take for text.
  private func showEmptyBoxes(_ run: UnsafeMutablePointer<PangoGlyphItem>) {
    guard let glyphs = run.pointee.glyphs else { return }
    for index in 0..<Int(glyphs.pointee.num_glyphs) where glyphs.pointee.glyphs[index].glyph & 0x1000_0000 != 0 {
      // PANGO_GLYPH_EMPTY and blanks are no letters that are missing.
      guard glyphs.pointee.glyphs[index].glyph != 0x0fff_ffff else { continue }
      glyphs.pointee.glyphs[index].glyph = 0
    }
  }

  private func free(runs: UnsafeMutablePointer<GSList>) {
    g_slist_free_full(runs) { data in
      if let data { pango_glyph_item_free(data.assumingMemoryBound(to: PangoGlyphItem.self)) }
    }
  }
}

extension Rect {
  func scaled(_ factor: Double) -> Rect { Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor) }

  /// The part between two heights; nil when nothing is there.
  func between(_ upper: Double, _ lower: Double) -> Rect? {
    let top = max(y, upper)
    let end = min(bottom, lower)
    return end > top ? Rect(x: x, y: top, width: width, height: end - top) : nil
  }
}
