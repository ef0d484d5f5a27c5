internal import Glibc
import TextModel

extension Loader {
  /// Reads the first 8 kB of a document as text, away from the caller's actor; `nil` when it cannot be read or is no text.
  public func beginning(of path: FilePath) async -> ChunkedText? {
    await BlockingWork.run { firstPart(of: path) }
  }
}

extension Loader {
  func firstPart(of path: FilePath, count: Int = 8_192) -> ChunkedText? {
    let calls = SystemCalls()
    guard let status = try? calls.status(of: path), status.kind == .regular,
      let file = try? calls.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), var bytes = try? file.readAll(expecting: count, limit: count)
    else { return nil }
    let form = FileEncoding.marked(at: bytes)
    if bytes.count == count {
      // The last character may be cut in two, or in four.
      if form.scheme == .utf8 {
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
      } else {
        bytes.removeLast(bytes.count % 4)
      }
    }
    guard let text = try? form.decode(bytes) else { return nil }
    return ChunkedText(utf8: text)
  }
}
