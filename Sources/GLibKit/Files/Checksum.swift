internal import CGLib

/// Computes the SHA-256 of bytes that arrive in pieces.
public final class Checksum {
  private let state: OpaquePointer

  public init() {
    state = g_checksum_new(G_CHECKSUM_SHA256)
  }

  deinit {
    g_checksum_free(state)
  }

  /// Takes the next bytes into account. O(n).
  public func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    g_checksum_update(state, start.assumingMemoryBound(to: UInt8.self), gssize(bytes.count))
  }

  /// Ends the computation and gives its 32 bytes; later updates have no effect.
  public func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: gsize = 32
      g_checksum_get_digest(state, buffer.baseAddress, &length)
      count = Int(length)
    }
  }
}
