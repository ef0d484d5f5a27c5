// Owns: the way from GIO's callbacks to `async` functions.

import CGLib
import Synchronization

/// Waits for one of GIO's asynchronous functions.
///
/// `start` gets the callback and its data to pass on; `finish` runs inside the callback, on the main thread, with the
/// result. The task that waits continues on the main actor.
@MainActor
func awaitResult<Result: Sendable>(
  _ start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
  finish:
    @escaping @MainActor (
      _ source: UnsafeMutableRawPointer?, _ result: OpaquePointer, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
    ) -> Result
) async throws(GLibError) -> Result {
  let outcome: Swift.Result<Result, GLibError> = await withCheckedContinuation { continuation in
    let call = AsyncCall { source, result in
      var error: UnsafeMutablePointer<GError>?
      let value = finish(source, result, &error)
      if let error = GLibError(taking: error) {
        continuation.resume(returning: .failure(error))
      } else {
        continuation.resume(returning: .success(value))
      }
    }
    start(
      { source, result, data in
        let call = Unmanaged<AsyncCall>.fromOpaque(data!).takeRetainedValue()
        nonisolated(unsafe) let source = source.map { UnsafeMutableRawPointer($0) }
        nonisolated(unsafe) let result = result!
        MainActor.assumeIsolated { call.body(source, result) }
      }, Unmanaged.passRetained(call).toOpaque())
  }
  return try outcome.get()
}

private final class AsyncCall: Sendable {
  let body: @MainActor (UnsafeMutableRawPointer?, OpaquePointer) -> Void

  init(_ body: @escaping @MainActor (UnsafeMutableRawPointer?, OpaquePointer) -> Void) {
    self.body = body
    LiveObjects.closures.add(1, ordering: .relaxed)
  }

  deinit { LiveObjects.closures.subtract(1, ordering: .relaxed) }
}
