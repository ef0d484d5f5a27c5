// Owns: text arguments of signals that come with a length of their own.

import CGLib
import CGLibShim

/// Text that a signal lends to its handler without a copy; valid only while the handler runs.
///
/// For signals that pass the length as an argument of its own ("insert-text"): there nothing says that a NUL follows, so
/// reading such an argument as `String` would run past its end.
public struct BorrowedText: SignalArgument {
  private let start: UnsafePointer<CChar>?

  public static func accepts(_ type: GTypeID) -> Bool { type == MASTHEAD_TYPE_STRING }

  public init(reading value: ValueReader) {
    start = g_value_get_string(value.pointer)
  }

  /// Lends the first `count` bytes.
  public func withBytes<Result>(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    guard let start, count > 0 else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try start.withMemoryRebound(to: UInt8.self, capacity: count) {
      try body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
