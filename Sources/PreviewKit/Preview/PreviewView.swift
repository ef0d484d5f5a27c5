// Owns: the preview pane. The galley holds what is set; this file decides when, for which width and where the reader is.

internal import GLibKit
public import GtkKit
public import Markdown
internal import Typesetting

/// Shows a document as it reads: set, scrolled and clicked, never edited.
///
/// Make one per window and put `widget` beside the editor. Give it every version of the document with `show`, as often as it
/// changes: nothing is set before the next frame, and then only what has changed and is seen; the change appears in the frame of
/// the key that made it, and the lines that the reader looks at stay where they are. Set `folder` to the document's folder, so that its pictures
/// are found, `textSize` to the editor's, and `delegate` to whoever opens links.
///
///     let preview = PreviewView()
///     split.setEnd(preview.widget)
///     preview.delegate = self
///     preview.show(document)                          // again at every change
///     preview.scroll(toSource: position, at: height)  // to follow the editor
///     let position = preview.source(at: height)       // to lead it
///
/// Keep it as long as its window: the widget does not keep it alive.
/// Hidden, it keeps the last document and does no work.
@MainActor
public final class PreviewView {
  /// The scrolled window; put it where the preview belongs.
  public let widget: ScrolledWindow
  /// Hears of links, boxes and double clicks.
  public weak var delegate: (any PreviewDelegate)?

  /// The document's folder, an absolute path; nil for a document that was never saved.
  public var folder: String? {
    didSet {
      pictures.folder = folder
      if folder != oldValue { restyle() }
    }
  }
  /// Size of the text in per cent, 100 being the usual one.
  public var textSize = 100 { didSet { if textSize != oldValue { restyle() } } }
  /// Colours.
  public var theme = PreviewTheme.system { didSet { if theme != oldValue { restyle() } } }
  /// The source byte whose block is marked by a thin bar; nil for none.
  public var caret: Int? {
    didSet {
      guard caret != oldValue else { return }
      galley.caret = caret
      area.object?.queueDraw()
    }
  }

  let area: Weak<Scrollable>
  let galley: Galley
  let pictures = PictureLoader()
  let textures = TextureCache()
  /// What is at the upper edge of the view.
  var anchor = Galley.Anchor.top
  private var pending: MarkdownDocument?
  /// The version that is shown.
  private(set) var shown: MarkdownDocument?
  let colours = SourceColours()
  private let reading = PreviewReading()
  /// Where the pointer was last, in the view's pixels.
  var pointerPlace: (x: Double, y: Double)?
  /// What of the document, with the space around it, is at the upper edge of the view, in pixels.
  private(set) var position = 0.0
  private var publishing: ScheduledCall?
  private var ahead: ScheduledCall?
  /// True until what is next to the view is set.
  private var needsMargins = false
  private var isConfiguring = false
  private var needsStyle = true
  private var size = (width: 0, height: 0)
  private var wish: Wish?
  /// The last wish, which holds while nothing but what is around the place changes: pictures that come, widths.
  private var held: Wish?

  /// A place of the source that is to be at a height of the view.
  private struct Wish {
    var source: Double
    var height: Double
    /// True to show the words themselves, which for a footnote are at the end; otherwise the place in the flow of the source.
    var isForReading = false
  }

  private var connections: [SignalConnection] = []
  /// The menu that was opened last.
  var menu: Weak<PopoverMenu>?
  var pointer = PreviewPointer()

  /// Makes an empty preview.
  public init() {
    let answers = PreviewAnswers()
    let area = Scrollable(answers)
    self.area = Weak(area)
    widget = ScrolledWindow(area, horizontal: .never, vertical: .automatic)
    galley = Galley(typesetter: Typesetter(sheet: .light), width: 600)
    answers.view = self
    galley.pictures = pictures
    galley.colours = colours
    galley.scrollsWideTables = true
    area.isFocusable = true
    area.setAccessibleLabel(tr("Preview"))
    area.addClass("masthead-preview")
    widget.expandsVertically = true
    widget.expandsHorizontally = true
    pictures.onChange = { [weak self] address in
      self?.galley.pictureChanged(address)
      self?.relayout()
    }
    colours.onChange = { [weak self] in
      self?.galley.coloursChanged()
      self?.relayout()
    }
    connections = [
      StyleManager.onDarkChange { [weak self] in self?.restyle() },
      StyleManager.onHighContrastChange { [weak self] in self?.restyle() },
    ]
    listen(to: area)
  }

  isolated deinit { for connection in connections { connection.disconnect() } }

  // MARK: What is shown

  /// Shows a version of the document in the next frame. Costs nothing while the preview is hidden.
  public func show(_ document: MarkdownDocument) {
    pending = document
    relayout()
  }

  /// Reads pictures again, because files may have changed.
  public func reloadPictures() {
    pictures.reload()
    textures.clear()
    restyle()
  }

  // MARK: Where the reader is

  /// Scrolls so that a source byte (with a fraction, where one byte is many pixels high) is shown at a height of the view, in pixels from its upper edge.
  /// The space above the document counts from -1 to 0, that below it from the source's length to 1 more.
  public func scroll(toSource position: Double, at height: Double = 0) {
    wish = Wish(source: position, height: height)
    relayout()
  }

  /// Scrolls so that a source byte can be read, at a share of the view's height from above; footnotes are shown where they stand.
  public func reveal(_ position: Int, share: Double = 0.05) {
    wish = Wish(source: Double(position), height: Double(size.height) * share, isForReading: true)
    relayout()
    if let area = area.object, area.isMapped { delegate?.previewDidScroll(self) }
  }

  /// Finds the first source byte of what a link calls by a name: a heading, a footnote, an anchor in raw HTML; nil when there is none.
  public func position(ofHeading name: String) -> Int? {
    settle()
    return galley.position(ofHeading: name)
  }

  /// Tells whether what a source byte is part of is in sight, a footnote where it stands.
  public func isInSight(_ position: Int) -> Bool {
    settle()
    guard let rect = galley.rect(ofSource: position) else { return true }
    let top = rect.y - galley.y(of: anchor)
    return min(top + rect.height, Double(size.height)) - max(top, 0) >= min(rect.height, galley.sheet.size)
  }

  /// Tells the source byte that is shown at a height of the view, in pixels from its upper edge.
  public func source(at height: Double = 0) -> Double {
    settle()
    // What is above it may be an estimate still.
    galley.prepare(&anchor, above: 0, below: max(height, 0), keeping: Double(size.height) * 1.5)
    let y = galley.y(of: anchor) + height
    if y < 0 { return max(-1, y / edge) }
    let below = y - galley.height
    return below > 0 ? Double(galley.sourceLength) + min(1, below / edge) : galley.source(atY: y)
  }

  /// The inverse of `source(at:)`, in pixels from the top of the document.
  private func y(of source: Double) -> Double {
    if source < 0 { return source * edge }
    let below = source - Double(galley.sourceLength)
    return below > 0 ? galley.height + below * edge : galley.y(ofSource: source)
  }

  // MARK: Layout

  /// Asks for a layout in the next frame.
  private func relayout() { area.object?.queueAllocate() }

  /// Space above and below the document, in pixels.
  var edge: Double { (galley.sheet.size * 1.5).rounded() }

  /// Left edge of the column in the view.
  var columnX: Double { ((Double(size.width) - galley.width) / 2).rounded(.down) }

  func restyle() {
    needsStyle = true
    relayout()
  }

  /// Takes over what was asked for since the last frame: the document, the style.
  func settle() {
    if needsStyle, let area = area.object, size.width > 0 {
      needsStyle = false
      var sheet = theme.sheet
      let font = area.font
      if theme.usesDesktopFonts {
        sheet.textFamily = font.family + ", " + sheet.textFamily
        sheet.headingFamily = sheet.textFamily
      }
      // The reading size is a little larger than that of the interface: 16 px beside GNOME's 11 points.
      sheet.size = (font.pixels * 12 / 11).rounded()
      sheet = sheet.scaled(percent: textSize)
      hold { galley.restyle(typesetter: Typesetter(sheet: sheet, context: area.pangoContext), width: column(in: size.width, sheet)) }
    }
    if let document = pending {
      pending = nil
      carrySelection(to: document)
      held = nil
      shown = document
      // Who is at the top stays there, with the space above the first line.
      let isAtTop = position <= 0
      anchor = galley.update(document, anchor: anchor)
      if isAtTop { anchor = .top }
    }
  }

  /// Keeps the selection, and where the next one would begin, on their words while the text changes elsewhere; what was changed itself is
  /// selected no more.
  private func carrySelection(to document: MarkdownDocument) {
    galley.focus = nil
    galley.marks = []
    // Where somebody clicked is a place of the text even while nothing is selected: Shift and a click select from there.
    guard !galley.selection.isEmpty || pointer.origin != nil || pointer.head != nil else { return }
    guard let old = shown, let edit = old.text.edit(to: document.text) else { return }
    let (lower, upper) = (edit.range.lower.utf8, edit.range.upper.utf8)
    let shift = document.text.count - old.text.count
    if galley.selection.contains(where: { $0.lowerBound < upper && lower < $0.upperBound }) {
      galley.selection = []
      (pointer.origin, pointer.head) = (nil, nil)
      return
    }
    let starts = Set(galley.selection.map(\.lowerBound))
    galley.selection = galley.selection.map { $0.lowerBound >= upper ? $0.lowerBound + shift..<$0.upperBound + shift : $0 }
    func carried(_ place: Int) -> Int? {
      // What is inserted before the first of the selected words is not selected, nor what is inserted behind the last.
      if place >= upper, place > lower || starts.contains(place) { return place + shift }
      return place <= lower ? place : nil
    }
    pointer.origin = pointer.origin.flatMap(carried)
    pointer.head = pointer.head.flatMap(carried)
  }

  private func column(in width: Int, _ sheet: Typesetting.StyleSheet) -> Double {
    let margin = min(sheet.size * sheet.margin, Double(width) * 0.06)
    return max(40, min(Double(width) - 2 * margin, sheet.size * sheet.measure).rounded(.down))
  }

  /// Does something that changes every height, and comes back to the same words.
  private func hold(_ change: () -> Void) {
    let position = galley.source(atY: galley.y(of: anchor))
    let isAtTop = galley.y(of: anchor) <= 0
    change()
    if !isAtTop { anchor = galley.anchor(atY: galley.y(ofSource: position)) }
  }

  func allocate(width: Int, height: Int) {
    if width != size.width {
      size = (width, height)
      if needsStyle { settle() } else { hold { galley.restyle(width: column(in: width, galley.sheet)) } }
    }
    size = (width, height)
    settle()
    let page = Double(height)
    if let wish = wish ?? held {
      // What is set on the way moves the place; after a few rounds nothing is left to be set.
      var last = -1.0
      for _ in 0..<6 {
        let y = wish.isForReading ? galley.rect(ofSource: Int(wish.source))?.y ?? 0 : self.y(of: wish.source)
        if y == last { break }
        last = y
        anchor = galley.anchor(atY: y - wish.height)
        galley.prepare(&anchor, above: 0, below: page, keeping: page * 1.5)
      }
    }
    galley.prepare(&anchor, above: 0, below: page, keeping: page * 1.5)
    let whole = galley.height + 2 * edge
    var position = galley.y(of: anchor) + edge
    let last = max(0, whole - page)
    if position < 0 || position > last {
      position = max(0, min(position, last))
      anchor = galley.anchor(atY: position - edge)
      galley.prepare(&anchor, above: 0, below: page, keeping: page * 1.5)
      position = max(0, min(galley.y(of: anchor) + edge, max(0, galley.height + 2 * edge - page)))
    }
    if let wish { held = wish }
    wish = nil
    self.position = position
    reading.allocate(x: columnX, y: edge - position)
    publishSoon()
    workAheadSoon()
    area.object?.queueDraw()
  }

  /// Tells the scroll bars where the reader is, after the frame: what they would ask for while only their neighbour is laid out never reaches
  /// the window, and later requests would be lost with it (GTK 4.8).
  private func publishSoon() {
    guard publishing?.isPending != true else { return }
    publishing = MainLoop.next { [weak self] in self?.publish() }
  }

  private func publish() {
    isConfiguring = true
    area.object?.configure(
      position: position, height: galley.height + 2 * edge, page: Double(size.height), step: galley.sheet.size * 3)
    area.object?.configureWidth(Double(size.width))
    isConfiguring = false
    // Pictures that came have moved what is read.
    delegate?.previewDidScroll(self)
    reading.tellSoon(in: area) { [weak self] in
      guard let self else { return [] }
      return galley.blocks(from: position - edge, to: position - edge + Double(size.height))
    }
  }

  /// Sets what is next to the view and cuts what is far away while nothing else is to be done, so that the next step is there already, and
  /// the scroll bar true soon.
  private func workAheadSoon() {
    needsMargins = true
    guard ahead?.isPending != true else { return }
    ahead = MainLoop.repeatWhenIdle { [weak self] in self?.workAhead() ?? false }
  }

  private func workAhead() -> Bool {
    guard pending == nil, !needsStyle, area.object?.isMapped == true else { return false }
    let end = MainLoop.now + Self.atOnce
    let page = Double(size.height)
    if needsMargins {
      needsMargins = !galley.prepare(&anchor, above: page * 0.5, below: page * 1.5, keeping: page * 0.5) { MainLoop.now >= end }
    }
    let isMore = needsMargins || galley.workAhead(near: anchor) { MainLoop.now >= end }
    // The words stay where they are; what is above them has another height.
    let place = max(0, galley.y(of: anchor) + edge)
    if place != position, position > 0 {
      position = place
      publish()
    } else if !isMore {
      publish()
    }
    return isMore
  }

  /// How long the work ahead may keep everybody waiting, in seconds.
  private static let atOnce = 0.004

  func scrolled() {
    guard !isConfiguring, let area = area.object else { return }
    held = nil
    position = area.scrollPosition
    anchor = galley.anchor(atY: position - edge)
    relayout()
    delegate?.previewDidScroll(self)
  }

  func draw(on snapshot: OpaquePointer) {
    let canvas = SnapshotCanvas(snapshot, textures: textures)
    let (width, height) = (Double(size.width), Double(size.height))
    canvas.fill(Rect(x: 0, y: 0, width: width, height: height), galley.sheet.palette.ground, radius: 0)
    // Whole pixels: letters stay sharp, and grounds of neighbours meet without a seam.
    let top = (position - edge).rounded()
    galley.draw(on: canvas, from: top, to: top + height, x: columnX, y: -top)
  }
}

/// Stands between the widget, which owns it, and the view.
private final class PreviewAnswers: ScrollableAnswers {
  weak var view: PreviewView?

  func measure(_ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int) {
    orientation == .horizontal ? (120, 480) : (80, 480)
  }

  func allocate(width: Int, height: Int) { view?.allocate(width: width, height: height) }
  func draw(on snapshot: OpaquePointer) { view?.draw(on: snapshot) }
  func scrolled() { view?.scrolled() }
  func styleChanged() { view?.restyle() }
}
