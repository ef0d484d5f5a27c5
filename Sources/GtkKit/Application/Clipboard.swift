// Owns: the clipboard.

import CGLib
import CGtk
public import GLibKit

/// The clipboard of the display.
public enum Clipboard {
  private static var clipboard: OpaquePointer { gdk_display_get_clipboard(gdk_display_get_default()) }

  /// Puts text on the clipboard.
  public static func set(_ text: String) { gdk_clipboard_set_text(clipboard, text) }

  /// Puts text and its HTML form on the clipboard; the receiver takes what it likes better.
  public static func set(text: String, html: String) {
    var forms: [UnsafeMutablePointer<GdkContentProvider>?] = [
      provider("text/html", Array(html.utf8)), provider("text/plain;charset=utf-8", Array(text.utf8)),
      provider("text/plain", Array(text.utf8)),
    ]
    // The union takes the forms over.
    let all = gdk_content_provider_new_union(&forms, gsize(forms.count))
    gdk_clipboard_set_content(clipboard, all)
    if let all { g_object_unref(UnsafeMutableRawPointer(all)) }
  }

  /// Puts text where the middle button takes it from.
  public static func setPrimary(_ text: String) {
    gdk_clipboard_set_text(gdk_display_get_primary_clipboard(gdk_display_get_default()), text)
  }

  static func provider(_ type: String, _ bytes: [UInt8]) -> UnsafeMutablePointer<GdkContentProvider> {
    let held = g_bytes_new(bytes, gsize(bytes.count))
    defer { g_bytes_unref(held) }
    return gdk_content_provider_new_for_bytes(type, held)
  }

  // MARK: Reading

  /// What is being read, and since when: the owner is another program, and may never answer.
  private static var reads: [ObjectIdentifier: (began: ContinuousClock.Instant, drop: () -> Void)] = [:]

  private static func reading<Value: Sendable>(orElse nothing: Value, _ begin: (UnsafeMutableRawPointer) -> Void) async -> Value {
    await withCheckedContinuation { continuation in
      let waiting = Waiting(continuation)
      let id = ObjectIdentifier(waiting)
      reads[id] = (.now, { waiting.resume(returning: nothing) })
      waiting.onEnd = { reads[id] = nil }
      begin(Unmanaged.passRetained(waiting).toOpaque())
    }
  }

  /// Whether the clipboard's owner has left a question unanswered for so long.
  public static func isWaiting(for time: Duration) -> Bool { reads.values.contains { $0.began.duration(to: .now) >= time } }

  /// Gives up what has been read for so long: the reader hears that there is nothing.
  public static func giveUp(after time: Duration) {
    for read in reads.values where read.began.duration(to: .now) >= time { read.drop() }
  }

  /// The text on the clipboard, or nil when there is none.
  public static func text() async -> String? {
    guard offersPlainText else { return nil }
    return await reading(orElse: nil) { waiting in
      gdk_clipboard_read_text_async(
        clipboard, nil,
        { source, result, data in
          let text = String(taking: gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil))
          Unmanaged<Waiting<String?>>.fromOpaque(data!).takeRetainedValue().resume(returning: text)
        }, waiting)
    }
  }

  /// The bytes of one form on the clipboard ("text/html", "image/png"), or nil when it is not offered or larger than the limit.
  public static func bytes(_ type: String, limit: Int = 64 << 20) async -> [UInt8]? {
    guard offers(type) else { return nil }
    let stream: GObjectRef? = await reading(orElse: nil) { waiting in
      withCStrings([type]) { types in
        gdk_clipboard_read_async(
          clipboard, types, G_PRIORITY_DEFAULT, nil,
          { source, result, data in
            nonisolated(unsafe) let stream = gdk_clipboard_read_finish(OpaquePointer(source), result, nil, nil)
            let waiting = Unmanaged<Waiting<GObjectRef?>>.fromOpaque(data!).takeRetainedValue()
            MainActor.assumeIsolated {
              waiting.resume(returning: GObjectRef(adopting: stream.map { UnsafeMutableRawPointer($0) }))
            }
          }, waiting)
      }
    }
    guard let stream else { return nil }
    var all: [UInt8] = []
    while true {
      let piece: [UInt8]? = await reading(orElse: nil) { waiting in
        g_input_stream_read_bytes_async(
          stream.pointer.assumingMemoryBound(to: GInputStream.self), 1 << 18, G_PRIORITY_DEFAULT, nil,
          { source, result, data in
            let waiting = Unmanaged<Waiting<[UInt8]?>>.fromOpaque(data!).takeRetainedValue()
            let bytes = g_input_stream_read_bytes_finish(
              UnsafeMutableRawPointer(source!).assumingMemoryBound(to: GInputStream.self), result, nil)
            guard let bytes else { return waiting.resume(returning: nil) }
            var length: gsize = 0
            let start = g_bytes_get_data(bytes, &length)
            waiting.resume(returning: Array(UnsafeRawBufferPointer(start: start, count: Int(length))))
            g_bytes_unref(bytes)
          }, waiting)
      }
      guard let piece, all.count + piece.count <= limit else { return nil }
      if piece.isEmpty { return all }
      all += piece
    }
  }

  /// The files on the clipboard, as file managers copy them; empty when there are none.
  public static func files() async -> [File] {
    guard gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), gdk_file_list_get_type()) != 0 || offers("text/uri-list")
    else {
      return []
    }
    return await reading(orElse: []) { waiting in
      gdk_clipboard_read_value_async(
        clipboard, gdk_file_list_get_type(), G_PRIORITY_DEFAULT, nil,
        { source, result, data in
          nonisolated(unsafe) let value = gdk_clipboard_read_value_finish(OpaquePointer(source), result, nil)
          let waiting = Unmanaged<Waiting<[File]>>.fromOpaque(data!).takeRetainedValue()
          MainActor.assumeIsolated {
            // gir: the value belongs to the clipboard.
            if let value, case .files(let files)? = DragContent(UnsafeMutablePointer(mutating: value)) {
              waiting.resume(returning: files)
            } else {
              waiting.resume(returning: [])
            }
          }
        }, waiting)
    }
  }

  /// The picture on the clipboard as PNG, whatever form it is offered in; nil when there is none.
  public static func png() async -> [UInt8]? {
    if offers("image/png") { return await bytes("image/png") }
    guard gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), gdk_texture_get_type()) != 0 || offersPicture else {
      return nil
    }
    let texture: GObjectRef? = await reading(orElse: nil) { waiting in
      gdk_clipboard_read_texture_async(
        clipboard, nil,
        { source, result, data in
          nonisolated(unsafe) let texture = gdk_clipboard_read_texture_finish(OpaquePointer(source), result, nil)
          let waiting = Unmanaged<Waiting<GObjectRef?>>.fromOpaque(data!).takeRetainedValue()
          MainActor.assumeIsolated {
            waiting.resume(returning: GObjectRef(adopting: texture.map { UnsafeMutableRawPointer($0) }))
          }
        }, waiting)
    }
    guard let texture, let held = gdk_texture_save_to_png_bytes(OpaquePointer(texture.pointer)) else { return nil }
    defer { g_bytes_unref(held) }
    var length: gsize = 0
    let start = g_bytes_get_data(held, &length)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  /// Tells whether there is a picture in a form that can be read.
  public static var offersPicture: Bool {
    ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/tiff", "image/bmp"].contains { offers($0) }
      || gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), gdk_texture_get_type()) != 0
  }

  /// Tells whether there is text.
  public static var offersPlainText: Bool { offers("text/plain") || offers("text/plain;charset=utf-8") || offersText }

  /// Tells whether the clipboard offers a form.
  public static func offers(_ type: String) -> Bool {
    gdk_content_formats_contain_mime_type(gdk_clipboard_get_formats(clipboard), type) != 0
  }

  private static var offersText: Bool {
    gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), MASTHEAD_STRING_TYPE) != 0
  }

  /// Runs a handler when the clipboard has something else.
  @discardableResult
  public static func onChange(_ handler: @escaping () -> Void) -> SignalConnection {
    GObjectRef(retaining: clipboard).connect("changed", handler)
  }
}

/// Carries a continuation through a C callback. Who comes first answers; what comes later is dropped.
final class Waiting<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Never>?
  var onEnd: (() -> Void)?

  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

  /// Answers; to be called on the main thread, as GTK calls back.
  nonisolated func resume(returning value: Value) {
    MainActor.assumeIsolated {
      continuation?.resume(returning: value)
      continuation = nil
      onEnd?()
      onEnd = nil
    }
  }
}
