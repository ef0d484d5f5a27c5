/// Holds the words of one layout as Pango gets them, how they look, and where each byte comes from in the source.
///
/// Layout text is not source text: marks are gone, entities are replaced, soft breaks are blanks. Copying, finding and
/// scrolling speak of source bytes, Pango of layout bytes; the map here is the only bridge.
/// Source positions are relative to whatever the owner counts from (a run of blocks), so that they stay true while text before it changes.
public struct LayoutText: Equatable, Sendable {
  /// A stretch of layout text and its source. Verbatim pieces map byte by byte, others as a whole.
  struct Piece: Equatable, Sendable {
    var layout: Int32
    var layoutLength: Int32
    var source: Int32
    var sourceLength: Int32
    var verbatim: Bool
  }

  /// A stretch of layout text of one look.
  struct Span: Equatable, Sendable {
    var start: Int32
    var end: Int32
    var look: Look
  }

  /// A stretch of layout text that leads somewhere.
  struct Link: Equatable, Sendable {
    var start: Int32
    var end: Int32
    var address: [UInt8]
  }

  /// A picture in the line; it stands at one U+FFFC of the layout text.
  struct Picture: Equatable, Sendable {
    var position: Int32
    var address: [UInt8]
    var alternative: [UInt8]
    /// Wanted size in pixels, or a share of the column when negative (-0.5 is half); nil when nothing says.
    var width: Double?
    var height: Double?
    /// Where it comes from in the source.
    var source: Range<Int32>
  }

  public private(set) var bytes: [UInt8] = []
  private(set) var pieces: [Piece] = []
  private(set) var spans: [Span] = []
  private(set) var links: [Link] = []
  private(set) var pictures: [Picture] = []
  /// What the words of code are, in layout bytes.
  var colours: [CodeSpan] = []
  /// True when that was not known yet.
  var awaitsColours = false

  /// Length of the source of a text that nobody has read, in bytes; 0 for all others.
  private(set) var unread = 0

  /// Makes an empty text.
  public init() {}

  /// Makes an empty text that stands for so many bytes of source.
  init(unread: Int) { self.unread = unread }

  /// Appends bytes that are in the source as they are.
  mutating func append(verbatim new: some Collection<UInt8>, source: Int, look: Look) {
    guard !new.isEmpty else { return }
    let start = Int32(bytes.count)
    bytes.append(contentsOf: new)
    let count = Int32(bytes.count) - start
    if let last = pieces.last, last.verbatim, last.source + last.sourceLength == Int32(source),
      last.layout + last.layoutLength == start
    {
      pieces[pieces.count - 1].layoutLength += count
      pieces[pieces.count - 1].sourceLength += count
    } else {
      pieces.append(Piece(layout: start, layoutLength: count, source: Int32(source), sourceLength: count, verbatim: true))
    }
    dress(start..<start + count, look)
  }

  /// Appends bytes that stand for a stretch of the source: an entity, a soft break, a marker.
  mutating func append(_ new: some Collection<UInt8>, standingFor source: Range<Int>, look: Look) {
    guard !new.isEmpty else { return }
    let start = Int32(bytes.count)
    bytes.append(contentsOf: new)
    let count = Int32(bytes.count) - start
    pieces.append(
      Piece(
        layout: start, layoutLength: count, source: Int32(source.lowerBound), sourceLength: Int32(source.count), verbatim: false))
    dress(start..<start + count, look)
  }

  /// Appends a picture, which stands for a stretch of the source.
  mutating func append(picture address: [UInt8], alternative: [UInt8], width: Double?, height: Double?, source: Range<Int>, look: Look) {
    pictures.append(
      Picture(
        position: Int32(bytes.count), address: address, alternative: alternative, width: width, height: height,
        source: Int32(source.lowerBound)..<Int32(source.upperBound)))
    append([0xef, 0xbf, 0xbc], standingFor: source, look: look)
  }

  /// Takes over everything at once.
  mutating func take(bytes: [UInt8], pieces: [Piece], spans: [Span], links: [Link], pictures: [Picture]) {
    (self.bytes, self.pieces, self.spans, self.links, self.pictures) = (bytes, pieces, spans, links, pictures)
  }

  /// Makes what was appended since `start` lead to an address.
  mutating func link(from start: Int, to address: [UInt8]) {
    guard bytes.count > start else { return }
    links.append(Link(start: Int32(start), end: Int32(bytes.count), address: address))
  }

  /// Moves every place in the source by so many bytes.
  mutating func move(by shift: Int) {
    for index in pieces.indices { pieces[index].source += Int32(shift) }
    for index in pictures.indices {
      let source = pictures[index].source
      pictures[index].source = source.lowerBound + Int32(shift)..<source.upperBound + Int32(shift)
    }
  }

  /// Drops blanks and line ends at the end.
  mutating func trimEnd() {
    var count = bytes.count
    while count > 0, bytes[count - 1] == 0x20 || bytes[count - 1] == 0x0a { count -= 1 }
    cut(to: count)
  }

  /// Drops one line end at the end.
  mutating func trimLineEnd() {
    if bytes.last == 0x0a { cut(to: bytes.count - 1) }
  }

  private mutating func cut(to count: Int) {
    guard count < bytes.count else { return }
    bytes.removeSubrange(count...)
    let end = Int32(count)
    while let last = pieces.last, last.layout + last.layoutLength > end {
      if last.layout >= end {
        pieces.removeLast()
      } else {
        if last.verbatim { pieces[pieces.count - 1].sourceLength = end - last.layout }
        pieces[pieces.count - 1].layoutLength = end - last.layout
      }
    }
    while let last = spans.last, last.end > end {
      if last.start >= end { spans.removeLast() } else { spans[spans.count - 1].end = end }
    }
    links = links.compactMap { link in
      link.start >= end ? nil : Link(start: link.start, end: min(link.end, end), address: link.address)
    }
  }

  private mutating func dress(_ range: Range<Int32>, _ look: Look) {
    if let last = spans.last, last.look == look, last.end == range.lowerBound {
      spans[spans.count - 1].end = range.upperBound
    } else {
      spans.append(Span(start: range.lowerBound, end: range.upperBound, look: look))
    }
  }
}

// The bridge.
extension LayoutText {
  /// Tells the source byte of a layout byte; a byte inside a piece that stands for something maps to that thing's start,
  /// the end of the text to the end of the last piece. O(log pieces).
  public func source(ofLayout position: Int) -> Int {
    guard let index = piece(atLayout: position) else { return Int(pieces.first?.source ?? 0) }
    let piece = pieces[index]
    let inside = Int32(position) - piece.layout
    if piece.verbatim { return Int(piece.source + min(inside, piece.sourceLength)) }
    return Int(inside >= piece.layoutLength ? piece.source + piece.sourceLength : piece.source)
  }

  /// Tells the layout byte that shows a source byte, or the next that is shown when that one is not (a mark). O(log pieces).
  public func layout(ofSource position: Int) -> Int {
    // The first piece that ends behind the position.
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].source + pieces[middle].sourceLength <= Int32(position) { low = middle + 1 } else { high = middle }
    }
    guard low < pieces.count else { return bytes.count }
    let piece = pieces[low]
    guard piece.verbatim, Int32(position) > piece.source else { return Int(piece.layout) }
    return Int(piece.layout + min(Int32(position) - piece.source, piece.layoutLength))
  }

  /// Tells the source bytes that a layout range comes from, marks between them included.
  public func source(ofLayout range: Range<Int>) -> Range<Int> {
    guard range.lowerBound < range.upperBound else {
      let position = source(ofLayout: range.lowerBound)
      return position..<position
    }
    let start = source(ofLayout: range.lowerBound)
    guard let index = piece(atLayout: range.upperBound - 1) else { return start..<start }
    let piece = pieces[index]
    let end =
      piece.verbatim
      ? piece.source + min(Int32(range.upperBound) - piece.layout, piece.sourceLength) : piece.source + piece.sourceLength
    return start..<max(start, Int(end))
  }

  /// Tells where a layout byte leads; nil when it is in no link.
  public func link(atLayout position: Int) -> [UInt8]? {
    links.last { $0.start <= Int32(position) && Int32(position) < $0.end }?.address
  }

  private func piece(atLayout position: Int) -> Int? {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].layout <= Int32(position) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}

/// Says how a stretch of text looks, whatever the theme.
struct Look: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let strong = Look(rawValue: 1)
  static let emphasis = Look(rawValue: 2)
  static let strike = Look(rawValue: 4)
  static let underline = Look(rawValue: 8)
  static let code = Look(rawValue: 16)
  static let link = Look(rawValue: 32)
  static let mark = Look(rawValue: 64)
  static let above = Look(rawValue: 128)
  static let below = Look(rawValue: 256)
  static let key = Look(rawValue: 512)
  /// Source text that is not set yet, or that nobody sets: quiet, but there.
  static let literal = Look(rawValue: 1024)
  static let math = Look(rawValue: 2048)
  static let small = Look(rawValue: 4096)
  static let quiet = Look(rawValue: 8192)
  static let inserted = Look(rawValue: 16384)
  /// Blank that keeps the ground of code and keys off their neighbours; it has a width of its own.
  static let gap = Look(rawValue: 32768)
}
