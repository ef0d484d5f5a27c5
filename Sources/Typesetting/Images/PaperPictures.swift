import CPango
import CPixbuf

/// Finds the pictures of a document that is exported: at once, in the caller's thread, and without keeping more than a few of them.
///
/// While pages are made only sizes are asked for, which stand at a file's beginning; a picture is decoded when its page is drawn.
public final class PaperPictures: PictureSource {
  private let folder: String?
  private var sizes: [[UInt8]: Result<(width: Int, height: Int), PictureFailure>] = [:]
  private var kept: [(address: [UInt8], picture: DecodedPicture)] = []
  /// Pixels of the pictures that are kept.
  private var pixels = 0
  private static let mostPixels = 2_000_000
  /// The pictures that the document asks for and does not get, in the order in which they were asked for.
  public private(set) var missing: [MissingImage] = []

  /// Makes a source for a document in a folder, an absolute path; nil for a document that has no file.
  public init(folder: String?) { self.folder = folder }

  /// No path is longer, every byte of it percent-encoded; what is would only cost time, whoever looks it up.
  private static let longestAddress = 3 * 4096
  private var hasLong = false

  /// Whether an address is too long for a path; told of once, by its beginning.
  private func isTooLong(_ address: [UInt8]) -> Bool {
    guard address.count > Self.longestAddress else { return false }
    if !hasLong { missing.append(MissingImage(address: String(decoding: address.prefix(100), as: UTF8.self) + "…", reason: .outside)) }
    hasLong = true
    return true
  }

  public func size(at address: [UInt8]) -> (width: Int, height: Int)? {
    if isTooLong(address) { return nil }
    if let known = sizes[address] { return try? known.get() }
    let result: Result<(width: Int, height: Int), PictureFailure>
    do { result = .success(try PictureFile.size(address, folder: folder)) } catch {
      result = .failure(error)
      missing.append(MissingImage(address: String(decoding: address, as: UTF8.self), reason: error))
    }
    sizes[address] = result
    return try? result.get()
  }

  public func contents(at address: [UInt8]) -> [UInt8]? {
    if isTooLong(address) { return nil }
    if case .failure? = sizes[address] { return nil }
    return try? PictureFile.contents(address, folder: folder).bytes
  }

  public func picture(at address: [UInt8]) -> PictureState {
    if isTooLong(address) { return .failed(.outside) }
    if let index = kept.firstIndex(where: { $0.address == address }) { return .ready(kept[index].picture) }
    if case .failure(let failure)? = sizes[address] { return .failed(failure) }
    do {
      let path = try PictureFile.resolve(address, folder: folder)
      let picture = try PictureFile.decode(PictureFile.read(path.file, root: path.root), density: 3)
      kept.append((address, picture))
      pixels += picture.width * picture.height
      while pixels > Self.mostPixels, kept.count > 1 {
        let old = kept.removeFirst().picture
        pixels -= old.width * old.height
      }
      return .ready(picture)
    } catch {
      sizes[address] = .failure(error)
      missing.append(MissingImage(address: String(decoding: address, as: UTF8.self), reason: error))
      return .failed(error)
    }
  }
}

extension PictureFile {
  /// Tells the size of a picture in its own pixels, upright, without decoding more than that takes; see `load`.
  static func size(_ address: [UInt8], folder: String?) throws(PictureFailure) -> (width: Int, height: Int) {
    let path = try resolve(address, folder: folder)
    let bytes = try read(path.file, root: path.root)
    guard let kind = kind(of: bytes) else { throw .undecodable }
    switch kind {
    case "png" where bytes.count > 24:
      func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      let size = (width: number(16), height: number(20))
      guard size.width > 0, size.height > 0 else { throw .undecodable }
      guard size.width <= mostPixels, size.height <= mostPixels, size.width * size.height <= mostPixels else { throw .tooLarge }
      return size
    case "jpeg":
      guard let header = JPEGHeader(bytes), header.isUpright else { fallthrough }
      guard header.width * header.height <= mostPixels else { throw .tooLarge }
      return (header.width, header.height)
    default:
      // The rest say their size in ways of their own, or are small.
      let picture = try decode(bytes)
      return picture.natural
    }
  }
}
