import CGLib

/// Takes the streams of a PDF apart and puts them together: bytes compressed as zlib does.
enum PDFStream {
  /// Gives what was compressed; nil when it is damaged.
  static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
    return converted(bytes, by: converter, roomy: 6)
  }

  /// Compresses bytes; nil when there is no memory.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    guard let converter = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1) else { return nil }
    return converted(bytes[...], by: converter, roomy: 1)
  }

  private static func converted(_ bytes: ArraySlice<UInt8>, by converter: OpaquePointer, roomy: Int) -> [UInt8]? {
    defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
    var result: [UInt8] = []
    var room = [UInt8](repeating: 0, count: max(1 << 12, bytes.count * roomy))
    var place = bytes.startIndex
    while true {
      var (read, written): (gsize, gsize) = (0, 0)
      let answer = bytes.withUnsafeBytes { source in
        room.withUnsafeMutableBytes { target in
          g_converter_convert(
            converter, source.baseAddress.map { $0 + (place - bytes.startIndex) }, gsize(bytes.endIndex - place), target.baseAddress,
            gsize(target.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        }
      }
      place += Int(read)
      result += room[..<Int(written)]
      switch answer {
      case G_CONVERTER_FINISHED: return result
      case G_CONVERTER_CONVERTED where read > 0 || written > 0: continue
      default: return nil
      }
    }
  }
}
