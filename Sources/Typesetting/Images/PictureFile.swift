import CPango
import CPixbuf
import Glibc

/// Reads and decodes a document's local picture within bounds; may run on any thread.
///
/// Nothing outside the document's folder is opened, nothing but regular files is read, the type is told by the contents,
/// and a decoder sees 64 kB at a time, so that a hostile or huge file is given up early.
public enum PictureFile {
  static let largestFile = 64 << 20
  static let largestSVG = 1 << 20
  static let mostPixels = 40_000_000
  /// Larger pictures are scaled down while they are decoded, in pixels.
  static let widest = 2400
  static let seconds = 5

  /// Finds, reads and decodes the picture at an address as written in a document whose folder is `folder`
  /// (an absolute path; nil for a document that was never saved); `mayLeave` for those of other folders that somebody asked for.
  public static func load(_ address: [UInt8], folder: String?, mayLeave: Bool = false) throws(PictureFailure) -> DecodedPicture {
    let path = try resolve(address, folder: folder, mayLeave: mayLeave)
    return try decode(read(path.file, root: path.root))
  }

  /// Finds and reads the picture at an address as `load` does, and gives its bytes as they are with their media type.
  ///
  /// Nothing is decoded: whoever shows the bytes is as careful as with any other picture.
  static func contents(_ address: [UInt8], folder: String?) throws(PictureFailure) -> (type: String, bytes: [UInt8]) {
    let path = try resolve(address, folder: folder)
    let bytes = try read(path.file, root: path.root)
    guard let kind = kind(of: bytes) else { throw .undecodable }
    if kind == "svg", bytes.count > largestSVG || contains(bytes, "<!ENTITY") { throw .tooLarge }
    return (kind == "svg" ? "image/svg+xml" : "image/\(kind)", bytes)
  }

  /// Tells why a picture cannot be shown, as far as its address alone says; nil when the file must be asked. Opens nothing.
  public static func refusal(_ address: [UInt8], folder: String?) -> PictureFailure? {
    do {
      _ = try name(address)
      return folder == nil ? .missing : nil
    } catch {
      return error
    }
  }

  /// Turns an address into a path inside the folder, or inside the folder where the file is when that may be another one.
  static func resolve(
    _ address: [UInt8], folder: String?, mayLeave: Bool = false
  ) throws(PictureFailure) -> (file: String, root: String) {
    let name = try name(address)
    guard let folder, let root = realPath(folder) else { throw .missing }
    guard let file = realPath(name.hasPrefix("/") ? name : folder + "/" + name) else { throw .missing }
    if file.hasPrefix(root == "/" ? "/" : root + "/") { return (file, root) }
    guard mayLeave, let slash = file.lastIndex(of: "/") else { throw .outside }
    return (file, slash == file.startIndex ? "/" : String(file[..<slash]))
  }

  /// Reads the file's name out of an address.
  private static func name(_ address: [UInt8]) throws(PictureFailure) -> String {
    var decoded: [UInt8] = []
    var index = 0
    while index < address.count {
      let byte = address[index]
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
      if byte == UInt8(ascii: "%"), index + 2 < address.count, let high = hex(address[index + 1]), let low = hex(address[index + 2]) {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(byte)
        index += 1
      }
    }
    guard !decoded.isEmpty, !decoded.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { throw .outside }
    if let scheme = scheme(of: decoded) { throw scheme == "http" || scheme == "https" ? .remote : .outside }
    if decoded.starts(with: "//".utf8) { throw .remote }
    guard let name = String(validating: decoded, as: UTF8.self) else { throw .missing }
    return name
  }

  private static func scheme(of address: [UInt8]) -> String? {
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = address[..<colon]
    guard !name.isEmpty, name.allSatisfy({ isSchemeByte($0) }) else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func read(_ path: String, root: String) throws(PictureFailure) -> [UInt8] {
    // Without O_NONBLOCK a FIFO would hold us for ever.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .missing }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .missing }
    // A folder on the way may have become a link since the path was resolved: ask the open file itself where it is.
    guard let place = realPath("/proc/self/fd/\(file)"), place.hasPrefix(root == "/" ? "/" : root + "/") else { throw .outside }
    guard status.st_size <= largestFile else { throw .tooLarge }
    let size = Int(status.st_size)
    guard size > 0 else { throw .undecodable }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(file, buffer.baseAddress! + count, size - count)
        if got <= 0 { break }
        count += got
      }
    }
    guard bytes.count == size else { throw .missing }
    return bytes
  }

  /// Decodes a picture from its bytes. Drawings, which have no pixels of their own, get `density` of them for each of the screen's.
  static func decode(_ bytes: [UInt8], density: Int = 1) throws(PictureFailure) -> DecodedPicture {
    guard let kind = kind(of: bytes) else { throw .undecodable }
    if kind == "svg", bytes.count > largestSVG || contains(bytes, "<!ENTITY") { throw .tooLarge }
    guard let loader = gdk_pixbuf_loader_new_with_type(kind, nil) else { throw .undecodable }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let size = DeclaredSize()
    size.density = kind == "svg" ? density : 1
    let data = Unmanaged.passUnretained(size).toOpaque()
    let prepared: @convention(c) (OpaquePointer?, Int32, Int32, gpointer?) -> Void = { loader, width, height, data in
      guard let loader, let data else { return }
      let size = Unmanaged<DeclaredSize>.fromOpaque(data).takeUnretainedValue()
      size.width = Int(width)
      size.height = Int(height)
      if size.width * size.height > PictureFile.mostPixels {
        // A size of nothing makes every loader stop before it asks for memory.
        gdk_pixbuf_loader_set_size(UnsafeMutablePointer(loader), 0, 0)
      } else if size.width > PictureFile.widest {
        let scaled = max(1, size.height * PictureFile.widest / size.width)
        gdk_pixbuf_loader_set_size(UnsafeMutablePointer(loader), Int32(PictureFile.widest), Int32(scaled))
      } else if size.density > 1, size.width * size.density <= PictureFile.widest, size.height * size.density <= 2 * PictureFile.widest {
        gdk_pixbuf_loader_set_size(UnsafeMutablePointer(loader), Int32(size.width * size.density), Int32(size.height * size.density))
      }
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared", unsafeBitCast(prepared, to: GCallback.self), data, nil, GConnectFlags(rawValue: 0))
    let started = g_get_monotonic_time()
    var failure: PictureFailure?
    bytes.withUnsafeBufferPointer { buffer in
      var position = 0
      while position < buffer.count, failure == nil {
        let count = min(65536, buffer.count - position)
        if gdk_pixbuf_loader_write(loader, buffer.baseAddress! + position, gsize(count), nil) == 0 { failure = .undecodable }
        if size.width * size.height > mostPixels { failure = .tooLarge }
        if g_get_monotonic_time() - started > Int64(seconds) * 1_000_000 { failure = .tooSlow }
        position += count
      }
    }
    let closed = gdk_pixbuf_loader_close(loader, nil) != 0
    if size.width * size.height > mostPixels { throw .tooLarge }
    if let failure { throw failure }
    guard closed, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader), gdk_pixbuf_get_width(pixbuf) > 0 else { throw .undecodable }
    // Cameras store turned pictures upright only by a note.
    guard let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf) else { throw .undecodable }
    let turned = gdk_pixbuf_get_width(upright) != gdk_pixbuf_get_width(pixbuf)
    let natural = turned ? (width: size.height, height: size.width) : (width: size.width, height: size.height)
    return DecodedPicture(
      adopting: upright, natural: natural.width > 0 ? natural : (Int(gdk_pixbuf_get_width(upright)), Int(gdk_pixbuf_get_height(upright))))
  }

  private final class DeclaredSize {
    var width = 0
    var height = 0
    var density = 1
  }

  /// Tells a picture's type by its first bytes, in gdk-pixbuf's words; nil for what we do not decode.
  static func kind(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "png" }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "jpeg" }
    if bytes.starts(with: "GIF8".utf8) { return "gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.count > 12, bytes[8..<12].elementsEqual("WEBP".utf8) { return "webp" }
    let head = Array(bytes.prefix(1024))
    if contains(head, "<svg") || (head.starts(with: "<?xml".utf8) && contains(bytes, "<svg")) { return "svg" }
    return nil
  }

  private static func contains(_ bytes: [UInt8], _ word: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
