import CPango

/// Turns what a painter tells into marks, elements and annotations.
final class PDFRecorder: PageListener {
  let structure: PDFStructure
  private(set) var links: PDFLinks
  private let pictures: PDFPictures
  /// What is drawn on; nil before the first page.
  private var context: OpaquePointer?
  private var open: Open?
  private var page = -1
  private var lastLink: PageContent?

  private enum Open: Equatable {
    case content(PageContent)
    case artifact(PageArtifact)
  }

  init(_ pages: DocumentPages, _ pictures: PDFPictures) {
    self.pictures = pictures
    structure = PDFStructure(pages.flow)
    links = PDFLinks(pages)
  }

  func beginPage(on context: OpaquePointer) {
    self.context = context
    page += 1
    structure.beginPage()
    pictures.beginPage()
    lastLink = nil
  }

  func begin(_ content: PageContent) {
    guard open != .content(content) else { return }
    mark(.content(content))
    structure.mark(content)
  }

  func begin(_ artifact: PageArtifact) {
    guard open != .artifact(artifact) else { return }
    mark(.artifact(artifact))
    structure.markArtifact(artifact)
  }

  private func mark(_ new: Open) {
    end()
    // The name says nothing: the elements are made by `PDFAssembly`, to which only the number of the mark counts.
    if let context { cairo_tag_begin(context, "P", nil) }
    open = new
  }

  func end() {
    if open != nil, let context { cairo_tag_end(context, "P") }
    open = nil
  }

  func describe(_ content: PageContent, _ words: [UInt8]) { structure.describe(content, words) }

  func draw(picture address: [UInt8], in rect: Rect) -> Bool {
    guard let context, let (surface, width) = pictures.standIn(for: address) else { return false }
    cairo_save(context)
    CairoCanvas(context).clip(around: rect)
    cairo_translate(context, rect.x, rect.y)
    cairo_scale(context, rect.width / Double(width), rect.height)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
    cairo_paint(context)
    cairo_restore(context)
    return true
  }

  func link(_ rect: Rect, to address: [UInt8], of content: PageContent) {
    guard let target = links.target(of: address) else { return }
    // Letters and a picture of one link that stand side by side are one place to click at.
    if let last = links.annotations.last, last.page == page, last.target == target, abs(last.rect.right - rect.x) < 1,
      abs(last.rect.bottom - rect.bottom) < rect.height, lastLink?.isSameLink(as: content) == true
    {
      links.widen(to: rect.right)
      return
    }
    let element = structure.annotate(content, links.annotations.count)
    links.add(PDFLinks.Annotation(page: page, rect: rect, target: target, element: element))
    lastLink = content
  }
}
