@testable import Documents
import GLibKit
import Glibc
import XCTest

@testable import MastheadApp

/// Runs the main loop until some work has ended.
func finish(_ work: @escaping () async throws -> Void) {
  var isOver = false
  Task {
    do { try await work() } catch { XCTFail("\(error)") }
    isOver = true
  }
  XCTAssertTrue(MainLoop.turn(until: { isOver }, seconds: 10))
}

func settle(_ seconds: Double) {
  var isOver = false
  MainLoop.after(seconds: seconds) { isOver = true }
  _ = MainLoop.turn(until: { isOver }, seconds: 5)
}

/// A folder that goes with the test.
final class TemporaryPlace {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/masthead-resting-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw XCTSkip("no temporary folder") }
    path = FilePath(String(cString: made))
  }

  deinit { removeTree(path) }

  func write(_ name: String, _ text: String) throws -> FilePath {
    let file = path.appending(FilePath(name))
    mkdir(file.folder.description, 0o755)
    _ = try Saver(state: ProgramState.folder).save(Array(text.utf8), to: file, over: .newFile)
    return file
  }

  /// Writes as another program does.
  func overwrite(_ path: FilePath, _ bytes: [UInt8]) throws {
    guard let stream = fopen(path.description, "w") else { throw XCTSkip("no file") }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  func bytes(_ name: String) -> [UInt8]? {
    guard let stream = fopen(path.appending(FilePath(name)).description, "r") else { return nil }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 100)
    bytes.removeLast(100 - fread(&bytes, 1, 100, stream))
    return bytes
  }

  func text(_ name: String) -> String? {
    (try? Loader().load(path.appending(FilePath(name))))?.text.string
  }
}

nonisolated private func removeTree(_ path: FilePath) {
  if (try? SystemCalls().status(of: path, followingLinks: false))?.kind == .folder {
    for name in (try? SystemCalls().names(in: path)) ?? [] { removeTree(path.appending(name)) }
    rmdir(path.description)
  } else {
    unlink(path.description)
  }
}
