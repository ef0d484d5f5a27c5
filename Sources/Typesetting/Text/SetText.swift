import CPango

/// Holds a piece of text that has been set: a Pango layout and the map back to its source.
public final class SetText {
  /// The words and their map.
  var text: LayoutText
  /// The PangoLayout; it belongs to this object.
  public let layout: OpaquePointer
  /// Height of all lines, in pixels.
  let height: Double
  /// Left edge and width of the longest line, in pixels.
  let extent: (x: Double, width: Double)

  /// Takes over a layout that is ready.
  init(text: LayoutText, adopting layout: OpaquePointer) {
    self.text = text
    self.layout = layout
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    height = Double(logical.y + logical.height) / pangoScale
    extent = (Double(logical.x) / pangoScale, Double(logical.width) / pangoScale)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Tells the layout byte under a point, and whether the point is on the text rather than beside it.
  func position(x: Double, y: Double) -> (byte: Int, inside: Bool) {
    var index: Int32 = 0
    var trailing: Int32 = 0
    let inside = pango_layout_xy_to_index(
      layout, Int32(clamping: Int(x * pangoScale)), Int32(clamping: Int(y * pangoScale)), &index, &trailing)
    return (Int(index), inside != 0)
  }

  /// Tells the layout byte of the caret place nearest to a point: behind a letter when its second half is hit.
  func caret(x: Double, y: Double) -> Int {
    var index: Int32 = 0
    var trailing: Int32 = 0
    pango_layout_xy_to_index(layout, Int32(clamping: Int(x * pangoScale)), Int32(clamping: Int(y * pangoScale)), &index, &trailing)
    var position = Int(index)
    while trailing > 0, position < text.bytes.count {
      position += 1
      while position < text.bytes.count, text.bytes[position] & 0xc0 == 0x80 { position += 1 }
      trailing -= 1
    }
    return position
  }

  /// Gives the place of the letter at a layout byte, from the upper left corner of the layout.
  func rect(ofByte position: Int) -> Rect {
    var place = PangoRectangle()
    pango_layout_index_to_pos(layout, Int32(max(0, min(position, text.bytes.count))), &place)
    let x = Double(min(place.x, place.x + place.width)) / pangoScale
    return Rect(
      x: x, y: Double(place.y) / pangoScale, width: Double(abs(place.width)) / pangoScale, height: Double(place.height) / pangoScale)
  }

  /// Gives the rectangles that a stretch of layout bytes covers, line by line, from left to right.
  func rects(of range: Range<Int>) -> [Rect] {
    guard !range.isEmpty, let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var result: [Rect] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      let start = Int(line.pointee.start_index)
      let end = start + Int(line.pointee.length)
      if start >= range.upperBound { break }
      guard end > range.lowerBound else { continue }
      var ranges: UnsafeMutablePointer<Int32>?
      var count: Int32 = 0
      pango_layout_line_get_x_ranges(line, Int32(max(start, range.lowerBound)), Int32(min(end, range.upperBound)), &ranges, &count)
      guard let ranges else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      for index in 0..<Int(count) {
        let (left, right) = (Double(ranges[2 * index]) / pangoScale, Double(ranges[2 * index + 1]) / pangoScale)
        let rect = Rect(
          x: left, y: Double(logical.y) / pangoScale, width: right - left, height: Double(logical.height) / pangoScale)
        if let last = result.last, last.y == rect.y, abs(last.right - rect.x) < 0.01 {
          result[result.count - 1].width += rect.width
        } else if rect.width > 0 {
          result.append(rect)
        }
      }
      g_free(ranges)
    } while pango_layout_iter_next_line(iterator) != 0
    return result
  }

  /// Gives the first byte and the top of each line, in pixels.
  var lineStarts: [(byte: Int, top: Double)] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var result: [(byte: Int, top: Double)] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      result.append((Int(line.pointee.start_index), Double(logical.y) / pangoScale))
    } while pango_layout_iter_next_line(iterator) != 0
    return result
  }

  /// Gives the distance from the top of the layout to the baseline of its first line, in pixels.
  var baseline: Double { Double(pango_layout_get_baseline(layout)) / pangoScale }
}

let pangoScale = Double(PANGO_SCALE)
