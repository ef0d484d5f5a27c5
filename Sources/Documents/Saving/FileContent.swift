internal import GLibKit

/// What a save writes: bytes that are there, or what makes them, piece by piece, so that a large export is never held as a whole.
///
/// Length and digest are known before anything is written: the saver says on disk what is to come, and reserves room for it. Content that is
/// made is therefore made twice, once to be measured and once to be written, and what differs the second time is not saved.
public struct FileContent: Sendable {
  /// Hands the content to its argument in pieces, in order; the same each time.
  public typealias Maker = @Sendable (_ take: (ArraySlice<UInt8>) -> Void) -> Void

  private enum Source: Sendable {
    case bytes([UInt8])
    case made(Maker)
  }

  private let source: Source
  /// The length in bytes.
  public let count: Int
  let digest: Digest

  /// Takes bytes that are there. O(n).
  public init(_ bytes: [UInt8]) {
    source = .bytes(bytes)
    count = bytes.count
    digest = Digest(of: bytes)
  }

  /// Takes what makes the bytes, and lets it make them once. O(n).
  public init(madeBy maker: @escaping Maker) {
    source = .made(maker)
    let checksum = Checksum()
    var count = 0
    maker { piece in
      piece.withUnsafeBytes { checksum.update($0) }
      count += piece.count
    }
    self.count = count
    digest = Digest(finishing: checksum)
  }

  /// Hands all of it to `take` in pieces, until that throws.
  public func forEachPiece<Failure: Error>(_ take: (ArraySlice<UInt8>) throws(Failure) -> Void) throws(Failure) {
    switch source {
    case .bytes(let bytes): try take(bytes[...])
    case .made(let maker):
      var failure: Failure?
      maker { piece in
        guard failure == nil else { return }
        do throws(Failure) { try take(piece) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  /// Writes it to a file from its start; throws `EAGAIN` when what was made is not what was measured.
  func write(to file: OpenFile) throws(SystemError) {
    switch source {
    case .bytes(let bytes): try file.write(bytes)
    case .made:
      let checksum = Checksum()
      var offset = 0
      try forEachPiece { (piece) throws(SystemError) in
        try file.write(piece, at: offset)
        piece.withUnsafeBytes { checksum.update($0) }
        offset += piece.count
      }
      guard offset == count, Digest(finishing: checksum) == digest else { throw file.changedMeanwhile }
    }
  }
}
