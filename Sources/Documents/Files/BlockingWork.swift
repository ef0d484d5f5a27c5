internal import Dispatch

/// Runs work that may wait for a disk or a network away from the callers' actors.
///
/// Swift's own pool has one thread per core: two hanging network folders would stop every other task in the program. Dispatch
/// adds a thread where its threads wait.
enum BlockingWork {
  private static let queue = DispatchQueue(label: "files", qos: .userInitiated, attributes: .concurrent)

  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(Failure) { continuation.resume(returning: .success(try body())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
