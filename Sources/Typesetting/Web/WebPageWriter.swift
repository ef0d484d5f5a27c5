import Markdown
import Synchronization

/// Writes a page of HTML as often as it is asked to, the same each time: once to see what it will be, and once more into a file.
public final class WebPageWriter: Sendable {
  private let page: WebPage
  private let document: MarkdownDocument
  /// The images, which are read once.
  private let found = Mutex(WebPictures.Found())

  init(_ page: WebPage, _ document: MarkdownDocument) {
    self.page = page
    self.document = document
  }

  /// Hands the page on in pieces, and lists the addresses of images that could not be taken in. Reads the images the first time; O(n) apart
  /// from that.
  ///
  /// `progress` hears how much is done, 0 to 1, and tells whether to go on; nil when it said no: then the page is not whole.
  public func write(
    progress: @escaping (Double) -> Bool = { _ in true }, to sink: (ArraySlice<UInt8>) -> Void
  ) -> [MissingImage]? {
    let pictures = WebPictures(folder: page.folder, images: page.images, room: page.imageRoom, found: found.withLock { $0 })
    let missing = withoutActuallyEscaping(sink) { write(pictures, progress, to: $0) }
    let now = pictures.found
    found.withLock { $0 = now }
    return missing
  }

  private func write(
    _ pictures: WebPictures, _ progress: @escaping (Double) -> Bool, to sink: @escaping (ArraySlice<UInt8>) -> Void
  ) -> [MissingImage]? {
    var goesOn = progress(0)
    guard goesOn else { return nil }
    var last: UInt8?
    func add(_ bytes: ArraySlice<UInt8>) {
      sink(bytes)
      last = bytes.last ?? last
    }
    func permitted(_ bytes: ArraySlice<UInt8>) {
      var page: [UInt8] = []
      page.reserveCapacity(bytes.count)
      HTMLCharacters.append(bytes, to: &page)
      add(page[...])
    }
    add(Array(page.head(document).utf8)[...])
    if page.hasContents, !document.hasContents { permitted(document.contentsHTMLBytes()[...]) }
    var sources = HTMLSources(images: { address in
      if goesOn { goesOn = progress(pictures.progress) }
      return goesOn ? pictures.source(of: address) : nil
    })
    if let colours = page.colours { sources.code = { WebCode.spans(of: $0, $1, colours) } }
    document.writeHTML([.headingAnchors, .relations], sources) { permitted($0) }
    guard goesOn else { return nil }
    if last != 0x0A { add([0x0A]) }
    add(Array("</main>\n</body>\n</html>\n".utf8)[...])
    return progress(1) ? pictures.missing : nil
  }
}
