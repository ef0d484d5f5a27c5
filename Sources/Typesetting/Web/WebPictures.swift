import CPango
import Markdown

/// An image that a page could not take in.
public struct MissingImage: Equatable, Sendable {
  /// The address as the document has it.
  public let address: String
  public let reason: PictureFailure
}

/// Gives the addresses under which a page shows its images.
final class WebPictures {
  /// How much of a page images may be, in bytes; a document that shows one image a thousand times would be a thousand times as large.
  static let most = 128 << 20

  private let folder: String?
  private let images: WebPage.Images
  /// What is known of the images: for a page that is written twice and must be the same.
  private(set) var found: Found
  private var refused: Set<String> = []
  private var room: Int
  private var hasLong = false
  private(set) var missing: [MissingImage] = []

  /// What was read of images, and what could not be, by their addresses.
  struct Found: Sendable {
    fileprivate var sources: [String: String] = [:]
    fileprivate var failures: [String: PictureFailure] = [:]
  }

  init(folder: String?, images: WebPage.Images, room: Int, found: Found) {
    self.room = room
    self.found = found
    self.folder = folder
    self.images = images
  }

  /// How far the page may be, by the images that it has taken in: never quite done.
  var progress: Double { 1 - 1 / (1 + Double(found.sources.count) / 20) }

  /// No path is longer, every byte of it percent-encoded.
  private static let longestAddress = 3 * 4096

  /// The address to write for an image; nil when it may not be shown.
  func source(of address: String) -> String? {
    let kind = AddressPolicy.kind(of: address)
    switch kind {
    case .imageData: return take(address, for: address)
    case .relative, .absolute:
      guard address.utf8.count <= Self.longestAddress else {
        refuse(address, .outside)
        return nil
      }
      if let source = found.sources[address] { return take(source, for: address) }
      if let reason = found.failures[address] {
        refuse(address, reason)
        return nil
      }
      do throws(PictureFailure) {
        let source = try find(address)
        found.sources[address] = source
        return take(source, for: address)
      } catch {
        found.failures[address] = error
        refuse(address, error)
        return nil
      }
    case .web:
      // A link stands in its place.
      refuse(address, .remote)
      return nil
    default:
      refuse(address, .outside)
      return nil
    }
  }

  private func take(_ source: String, for address: String) -> String? {
    guard source.utf8.count <= room else {
      refuse(address, .tooLarge)
      return nil
    }
    room -= source.utf8.count
    return source
  }

  private func refuse(_ address: String, _ reason: PictureFailure) {
    // To keep a million long addresses apart takes long: they are told of once.
    if address.utf8.count > Self.longestAddress {
      if !hasLong { missing.append(MissingImage(address: String(address.prefix(100)) + "…", reason: reason)) }
      hasLong = true
    } else if refused.insert(address).inserted {
      missing.append(MissingImage(address: address, reason: reason))
    }
  }

  private func find(_ address: String) throws(PictureFailure) -> String {
    if case .linked(let prefix) = images {
      // A link may lead no further than an image in the page: to the document's folder.
      _ = try PictureFile.resolve(Array(address.utf8), folder: folder)
      return AddressPolicy.kind(of: address) == .relative ? prefix + address : address
    }
    let picture = try PictureFile.contents(Array(address.utf8), folder: folder)
    return "data:\(picture.type);base64,\(Base64.text(picture.bytes))"
  }
}

/// Writes bytes as text.
enum Base64 {
  static func text(_ bytes: [UInt8]) -> String {
    guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
