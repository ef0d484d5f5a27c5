// Owns: reading and replacing whole files through GIO, for places that have no path on this computer.
// Rule: everything here blocks and runs on any thread. A replacement whose writing failed is closed with a cancelled call, which tells GIO to
// drop it: closed as usual, half a file would take the whole one's place.

import CGLib

/// Reads and replaces files by their addresses.
public enum RemoteContents {
  /// Reads a file, with the tag by which its version is known; nil where the place has none.
  public static func read(_ address: String) throws(GLibError) -> (bytes: [UInt8], tag: String?) {
    let file = g_file_new_for_uri(address)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    var tag: UnsafeMutablePointer<CChar>?
    _ = try GLibError.check { g_file_load_contents(file, nil, &contents, &length, &tag, $0) }
    defer { g_free(contents) }
    return (Array(UnsafeRawBufferPointer(start: contents, count: Int(length))), String(taking: tag))
  }

  /// Replaces a file, or makes it, if it still is the version of that tag (nil: whatever it is); answers the new version's tag.
  ///
  /// Throws GIO's `wrongEtag` when it is another version by now; then nothing was changed.
  public static func replace(_ address: String, with bytes: [UInt8], ifTagged tag: String?) throws(GLibError) -> String? {
    let file = g_file_new_for_uri(address)!
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let stream = try GLibError.check({ g_file_replace(file, tag, 0, G_FILE_CREATE_NONE, nil, $0) }) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    let output = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GOutputStream.self)
    do throws(GLibError) {
      var written: gsize = 0
      _ = try GLibError.check { error in
        bytes.withUnsafeBytes { g_output_stream_write_all(output, $0.baseAddress, gsize($0.count), &written, nil, error) }
      }
      _ = try GLibError.check { g_output_stream_flush(output, nil, $0) }
    } catch {
      let cancelled = g_cancellable_new()
      g_cancellable_cancel(cancelled)
      g_output_stream_close(output, cancelled, nil)
      if let cancelled { g_object_unref(UnsafeMutableRawPointer(cancelled)) }
      throw error
    }
    _ = try GLibError.check { g_output_stream_close(output, nil, $0) }
    return String(taking: g_file_output_stream_get_etag(stream))
  }
}
