import CPango
import CPixbuf

/// Holds the pixels of a picture. Immutable, so any thread may keep it.
public final class DecodedPicture: @unchecked Sendable {
  /// The GdkPixbuf; it belongs to this object.
  public let pixbuf: OpaquePointer
  /// Size in pixels; the size of the file's picture may have been larger (`natural`).
  public let width: Int
  public let height: Int
  /// Size that the file declares, in pixels.
  public let natural: (width: Int, height: Int)

  /// Takes over a pixbuf.
  init(adopting pixbuf: OpaquePointer, natural: (width: Int, height: Int)) {
    self.pixbuf = pixbuf
    width = Int(gdk_pixbuf_get_width(pixbuf))
    height = Int(gdk_pixbuf_get_height(pixbuf))
    self.natural = natural
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  /// Makes a Cairo surface of the pixels, owned by the caller; nil when there is no memory. O(pixels).
  func surface() -> OpaquePointer? {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let target = cairo_image_surface_get_data(surface),
      let source = gdk_pixbuf_read_pixels(pixbuf)
    else { return nil }
    let (sourceStride, targetStride) = (Int(gdk_pixbuf_get_rowstride(pixbuf)), Int(cairo_image_surface_get_stride(surface)))
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    for y in 0..<height {
      let from = source + y * sourceStride
      (target + y * targetStride).withMemoryRebound(to: UInt32.self, capacity: width) { to in
        for x in 0..<width {
          let pixel = from + x * channels
          let alpha = channels == 4 ? UInt32(pixel[3]) : 255
          // Cairo wants colours multiplied by their opacity.
          let red = (UInt32(pixel[0]) * alpha + 127) / 255
          let green = (UInt32(pixel[1]) * alpha + 127) / 255
          let blue = (UInt32(pixel[2]) * alpha + 127) / 255
          to[x] = alpha << 24 | red << 16 | green << 8 | blue
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }
}

/// Says why there is no picture.
public enum PictureFailure: Error, Equatable, Sendable {
  /// The address leads to the network; nothing is fetched.
  case remote
  /// The address leads out of the document's folder, or is none that we open.
  case outside
  /// There is no such file, or it may not be read.
  case missing
  /// It is no picture that can be decoded, or a damaged one.
  case undecodable
  /// More than 64 MB, more than 40 million pixels, or an SVG over 1 MB or with entities.
  case tooLarge
  /// Decoding took more than 5 s.
  case tooSlow
}

/// Says how far a picture is.
public enum PictureState: Sendable {
  case waiting
  case ready(DecodedPicture)
  case failed(PictureFailure)
}

/// Finds the pictures of a document; whoever shows the document decides when and where they are decoded.
public protocol PictureSource: AnyObject {
  /// Tells the state of the picture at an address as it is written in the document; asking starts the loading.
  func picture(at address: [UInt8]) -> PictureState
  /// Tells the size of the picture at an address, in its own pixels; nil while it is not there.
  func size(at address: [UInt8]) -> (width: Int, height: Int)?
  /// Gives the file of the picture at an address; nil where only pixels are to be had.
  func contents(at address: [UInt8]) -> [UInt8]?
}

extension PictureSource {
  public func size(at address: [UInt8]) -> (width: Int, height: Int)? {
    if case .ready(let picture) = picture(at: address) { return picture.natural }
    return nil
  }

  public func contents(at address: [UInt8]) -> [UInt8]? { nil }
}
