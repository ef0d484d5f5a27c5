// Owns: the pictures of one document: which are decoded, which are on the way. Decoding happens off the main thread.

internal import Typesetting

/// Loads a document's local pictures, two at a time, and tells when each has come.
final class PictureLoader: PictureSource {
  /// The document's folder, an absolute path; nil for a document that was never saved. A change forgets everything.
  var folder: String? {
    didSet {
      guard folder != oldValue else { return }
      mayLeaveFolder = false
      states = [:]
      waiting = []
      generation += 1
    }
  }
  /// Whether pictures of other folders of this computer are shown, too: somebody asked for them. A change reads everything again.
  var mayLeaveFolder = false { didSet { if mayLeaveFolder != oldValue { reload() } } }
  /// Called when a picture has come or failed.
  var onChange: ([UInt8]) -> Void = { _ in }

  private var states: [[UInt8]: PictureState] = [:]
  private var waiting: [[UInt8]] = []
  private var running = 0
  private var generation = 0
  private static let atATime = 2

  func picture(at address: [UInt8]) -> PictureState {
    if let state = states[address] { return state }
    if let failure = PictureFile.refusal(address, folder: folder) {
      states[address] = .failed(failure)
      return .failed(failure)
    }
    states[address] = .waiting
    waiting.append(address)
    start()
    return .waiting
  }

  /// Forgets pictures, so that changed files are read again when they are next seen.
  func reload() {
    states = [:]
    waiting = []
    generation += 1
  }

  private func start() {
    while running < Self.atATime, !waiting.isEmpty {
      let address = waiting.removeFirst()
      running += 1
      let (folder, mayLeave, generation) = (folder, mayLeaveFolder, generation)
      Task { [weak self] in
        let state = await decode(address, folder: folder, mayLeave: mayLeave)
        self?.finish(address, state, generation)
      }
    }
  }

  private func finish(_ address: [UInt8], _ state: PictureState, _ generation: Int) {
    running -= 1
    if generation == self.generation {
      states[address] = state
      onChange(address)
    }
    start()
  }
}

@concurrent
private nonisolated func decode(_ address: [UInt8], folder: String?, mayLeave: Bool) async -> PictureState {
  do {
    return .ready(try PictureFile.load(address, folder: folder, mayLeave: mayLeave))
  } catch {
    return .failed(error)
  }
}
