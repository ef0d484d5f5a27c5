internal import CSystem
internal import Glibc

/// Converts bytes between character sets with the C library's iconv, strictly: nothing is guessed or replaced.
enum Conversion {
  /// Converts all of `input`. `.invalid(offset)` is an offset in `input`. O(n).
  static func run(_ input: [UInt8], from: String, to: String) throws(EncodingFailure) -> [UInt8] {
    guard let converter = masthead_converter_open(to, from) else { throw .unknownEncoding }
    defer { masthead_converter_close(converter) }
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 2)
    var consumed = 0
    var code: Int32 = 0
    repeat {
      let piece = [UInt8](unsafeUninitializedCapacity: max(4096, (input.count - consumed) * 2 + 16)) { buffer, count in
        input.withUnsafeBytes { bytes in
          var next = bytes.baseAddress?.advanced(by: consumed).assumingMemoryBound(to: CChar.self)
          var left = bytes.count - consumed
          var room = buffer.count
          var target = UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: CChar.self) as UnsafeMutablePointer<CChar>?
          if left > 0 { code = masthead_converter_step(converter, &next, &left, &target, &room) }
          // A stateful set (ISO-2022-JP) is brought back to its first state at the end.
          if code == 0 {
            var none: UnsafePointer<CChar>?
            var zero = 0
            code = masthead_converter_step(converter, &none, &zero, &target, &room)
          }
          consumed = bytes.count - left
          count = buffer.count - room
        }
      }
      output += piece
    } while code == E2BIG
    guard code == 0 else { throw .invalid(offset: consumed) }
    return output
  }
}
