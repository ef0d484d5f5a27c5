internal import GLibKit

/// Holds the SHA-256 of a text's bytes.
public struct Digest: Sendable, Hashable {
  /// Holds 32 bytes.
  public let bytes: [UInt8]

  /// Computes the digest of `bytes`. O(n): about 5 ms per megabyte.
  public init(of bytes: [UInt8]) {
    let checksum = Checksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    self.init(finishing: checksum)
  }

  /// Takes what a checksum has come to.
  init(finishing checksum: Checksum) {
    bytes = checksum.finish()
  }

  /// Takes a digest that was kept; `nil` when it has not 32 bytes.
  init?(kept bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }
}
