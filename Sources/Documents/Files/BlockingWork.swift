internal import GLibKit

/// Runs work that may wait for a disk or a network away from the callers' actors.
///
/// Swift's own pool has few threads: some hanging network folders would stop every other task in the program.
enum BlockingWork {
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      WaitingWork.run {
        do throws(Failure) { continuation.resume(returning: .success(try body())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
