import CPango

/// Keeps the pictures that go into a PDF as their files are. Cairo draws a stand-in for each, which `PDFAssembly` puts the picture in for.
///
/// Cairo takes JPEG in, but no PNG: it decodes and compresses them anew, which takes most of the time of a book with pictures.
final class PDFPictures {
  private let source: PictureSource?
  private var numbers: [[UInt8]: Int?] = [:]
  private var surfaces: [OpaquePointer] = []
  /// The pictures without their bytes, which are read again when it is their turn: those of a book need not be there at once.
  private(set) var pictures: [PDFPicture] = []
  private var addresses: [[UInt8]] = []
  /// The pictures whose stand-ins are on the present page.
  private var onPage: Set<Int> = []
  /// How many bytes all of them have.
  private(set) var byteCount = 0

  init(_ source: PictureSource?) { self.source = source }

  deinit { for surface in surfaces { cairo_surface_destroy(surface) } }

  /// A stand-in has one row and so many columns more than its picture's number; real pictures of that size are drawn smoothly, which tells
  /// them apart.
  private static let firstWidth = 3
  private static let longestAddress = 3 * 4096
  /// More would make Cairo's part of the work larger than it has to be.
  private static let most = 8_000

  /// Gives what Cairo is to draw (a surface of one row) for the picture at an address, and its width; nil when the picture itself has to be drawn.
  func standIn(for address: [UInt8]) -> (surface: OpaquePointer, width: Int)? {
    guard address.count < Self.longestAddress, let number = number(of: address), onPage.insert(number).inserted else { return nil }
    return (surfaces[number], number + Self.firstWidth)
  }

  /// Tells that what is asked for from now on is for another page. Drawn twice on one page, a stand-in would be named twice among what the
  /// page needs; the second one is drawn as it is.
  func beginPage() { onPage = [] }

  private func number(of address: [UInt8]) -> Int? {
    if let known = numbers[address] { return known }
    let made = take(address)
    numbers[address] = made
    return made
  }

  private func take(_ address: [UInt8]) -> Int? {
    guard pictures.count < Self.most, let file = source?.contents(at: address), let picture = PDFPicture(file) else { return nil }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(pictures.count + Self.firstWidth), 1),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    else { return nil }
    surfaces.append(surface)
    byteCount += picture.data.count
    pictures.append(picture.withoutData)
    addresses.append(address)
    return pictures.count - 1
  }

  /// Tells the number of the picture for which an image that Cairo wrote stands; nil when it stands for itself.
  func number(ofWidth width: Int, height: Int, isSmooth: Bool) -> Int? {
    guard height == 1, !isSmooth, pictures.indices.contains(width - Self.firstWidth) else { return nil }
    return width - Self.firstWidth
  }

  /// Reads a picture again, with its bytes. Fails when another one has taken its place.
  func whole(_ number: Int) throws(PDFObjects.Damaged) -> PDFPicture {
    guard let file = source?.contents(at: addresses[number]), let picture = PDFPicture(file), picture.withoutData == pictures[number] else {
      throw PDFObjects.Damaged()
    }
    return picture
  }
}
