// Owns: how one waits for something that ends, without looking again and again.

/// Lets tasks wait until somebody tells that something has happened.
final class Occasion {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits for the next `tell`. What is waited for is looked at again afterwards: it may have begun anew.
  func next() async { await withCheckedContinuation { waiting.append($0) } }

  /// Wakes those who wait now.
  func tell() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
