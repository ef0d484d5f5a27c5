import CPango
import Markdown

/// Holds a document divided into pages, ready to be drawn one by one: on a PDF, a printer or the screen.
///
/// Making it sets the whole document once, to know where pages end; drawing a page sets what stands on it again, so that a book
/// takes little more memory than one of its pages. Serves one thread at a time.
public final class DocumentPages {
  let flow: PaperFlow
  let pages: [Page]
  let headingPlaces: [Int: (page: Int, y: Double)]
  let notePlaces: [Int: (page: Int, y: Double)]
  let markPlaces: [Int: (page: Int, y: Double)]
  /// What the document says about itself.
  public let metadata: DocumentMetadata
  private var lastBoxes: [PaperFlow.Item: LeafBox] = [:]
  /// Where each leaf begins.
  private lazy var places: [PaperFlow.Item: (page: Int, y: Double)] = {
    var places: [PaperFlow.Item: (page: Int, y: Double)] = [:]
    for (number, page) in pages.enumerated() {
      for piece in page.pieces where !piece.isRepeated && piece.from == 0 { places[piece.item] = (number, piece.y) }
    }
    return places
  }()

  /// Divides a document. `colours` tell what the words of its code are; `progress` hears the share that is done, from 0 to 1, and answers
  /// whether to go on.
  public init(
    _ document: MarkdownDocument, options: PageOptions, pictures: PictureSource?, colours: CodeColourTable? = nil,
    progress: (Double) -> Bool = { _ in true }
  ) throws(PagesCancelled) {
    flow = PaperFlow(document, options: options, pictures: pictures, colours: colours)
    var paginator = Paginator(flow)
    try paginator.run(progress: progress)
    pages = paginator.pages
    headingPlaces = paginator.headingPlaces
    notePlaces = paginator.notePlaces
    markPlaces = paginator.markPlaces
    metadata = DocumentMetadata(document, fallbackTitle: options.fallbackTitle)
  }

  /// What the document is called; empty when it has no name.
  public var title: String { metadata.title }
  public var count: Int { pages.count }
  public var format: PageFormat { flow.options.format }

  /// What a page is called in the table of contents.
  func label(of page: Int) -> String { "\(page + 1)" }

  /// What stands at a page's foot.
  func footer(of page: Int) -> String { pages.count == 1 ? "" : "\(page + 1) / \(pages.count)" }

  /// Draws a page on a Cairo context (a `cairo_t`) whose units are points, its upper left corner at the origin.
  public func draw(_ page: Int, on context: OpaquePointer) { PagePainter(self, context: context).draw(page) }

  /// Tells the page and the height of what raw HTML names; nil when nothing has that name.
  func place(ofAnchor name: String) -> (page: Int, y: Double)? {
    flow.item(ofAnchor: name).flatMap { places[$0] }
  }

  /// Sets an item, or gives the box made last when a leaf goes on over two pages.
  func box(_ item: PaperFlow.Item) -> LeafBox {
    if let box = lastBoxes[item] { return box }
    let box = flow.box(item)
    if lastBoxes.count > 4 { lastBoxes = [:] }
    lastBoxes[item] = box
    return box
  }
}

extension DocumentPages {
  /// Draws a page as a sheet in the middle of an area of so many units, as large as it fits, with a little space and a thin edge around it.
  public func draw(_ page: Int, on context: OpaquePointer, fitting width: Double, _ height: Double) {
    let space = 18.0
    let scale = max(0.05, min((width - 2 * space) / format.width, (height - 2 * space) / format.height))
    let (x, y) = (((width - format.width * scale) / 2).rounded(), ((height - format.height * scale) / 2).rounded())
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, scale, scale)
    let canvas = CairoCanvas(context)
    let sheet = Rect(x: 0, y: 0, width: format.width, height: format.height)
    canvas.fill(sheet.inset(x: -1 / scale, y: -1 / scale), Colour(0x000000, alpha: 0.2), radius: 0)
    canvas.fill(sheet, flow.options.sheet.palette.ground, radius: 0)
    canvas.clip(to: sheet)
    draw(page, on: context)
    canvas.unclip()
    cairo_restore(context)
  }
}
