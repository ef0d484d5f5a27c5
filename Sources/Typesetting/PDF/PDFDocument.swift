import CPango
import Markdown

/// Says why there is no PDF.
public enum PDFFailure: Error, Equatable {
  /// Somebody asked to stop.
  case cancelled
  /// There is no memory, or the graphics library gave up; the text says what it said.
  case graphics(String)
}

/// Writes a document's pages as a PDF: real fonts and text, structure, outline, links, metadata.
///
/// Cairo draws the pages; everything that it cannot say is put into the file afterwards (`PDFAssembly`).
public struct PDFDocument {
  private let pages: DocumentPages

  /// Whether the file can say which letters a glyph stands for where the font says otherwise (ActualText, from version 1.5 of the format on).
  /// Since 1.17.6 Cairo hides a file's objects in compressed streams from that version on, and `PDFAssembly` has to see them.
  static var saysLetters: Bool { cairo_version() < 11706 }

  public init(_ pages: DocumentPages) { self.pages = pages }

  /// Gives the whole file. `progress` hears the share that is done and answers whether to go on. O(pages).
  public func bytes(progress: (Double) -> Bool = { _ in true }) throws(PDFFailure) -> [UInt8] {
    // The second time for a Cairo that writes stand-ins in a way that we do not know: it gets the pictures themselves.
    for pictures in [PDFPictures(pages.flow.pictures), PDFPictures(nil)] {
      let recorder = PDFRecorder(pages, pictures)
      let drawn = try draw(recorder, progress)
      do throws(PDFObjects.Damaged) {
        return try PDFAssembly(pages, structure: recorder.structure, links: recorder.links, pictures: pictures).file(
          from: PDFObjects(drawn))
      } catch {
        continue
      }
    }
    throw .graphics("unreadable objects")
  }

  /// Lets Cairo draw all pages, and gives what it wrote.
  private func draw(_ recorder: PDFRecorder, _ progress: (Double) -> Bool) throws(PDFFailure) -> [UInt8] {
    let sink = Sink()
    let format = pages.format
    guard
      let surface = cairo_pdf_surface_create_for_stream(
        { closure, data, length in
          guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
          Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().append(UnsafeBufferPointer(start: data, count: Int(length)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(sink).toOpaque(), format.width, format.height)
    else { throw .graphics("no surface") }
    defer { cairo_surface_destroy(surface) }
    cairo_pdf_surface_restrict_to_version(surface, Self.saysLetters ? CAIRO_PDF_VERSION_1_5 : CAIRO_PDF_VERSION_1_4)
    guard let context = cairo_create(surface) else { throw .graphics("no context") }
    let painter = PagePainter(pages, context: context, listener: recorder)
    for page in 0..<pages.count {
      recorder.beginPage(on: context)
      painter.draw(page)
      recorder.end()
      cairo_show_page(context)
      if !progress(Double(page + 1) / Double(pages.count)) {
        cairo_destroy(context)
        cairo_surface_finish(surface)
        throw .cancelled
      }
    }
    let drawn = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    withExtendedLifetime(sink) {}
    for status in [drawn, cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw .graphics(cairo_status_to_string(status).map { String(cString: $0) } ?? "")
    }
    return sink.take()
  }

  /// Collects what Cairo writes, in pieces: one array that grows would be copied again and again, and be there twice meanwhile.
  private final class Sink {
    private var pieces: [[UInt8]] = []
    private static let size = 1 << 20

    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      if pieces.isEmpty || pieces[pieces.count - 1].count + bytes.count > Self.size {
        pieces.append([])
        pieces[pieces.count - 1].reserveCapacity(max(bytes.count, min(Self.size, 1 << (12 + min(pieces.count, 8)))))
      }
      pieces[pieces.count - 1].append(contentsOf: bytes)
    }

    /// Hands everything over as one array, and forgets it piece by piece.
    func take() -> [UInt8] {
      var whole: [UInt8] = []
      whole.reserveCapacity(pieces.reduce(0) { $0 + $1.count } * 9 / 8)
      for index in pieces.indices {
        whole += pieces[index]
        pieces[index] = []
      }
      pieces = []
      return whole
    }
  }
}
