import CSystem
import Glibc

@testable import Documents

/// Makes a folder for one test, with a state folder beside it, and removes both at the end.
final class TemporaryFolder: Sendable {
  let path: FilePath
  let state: StateFolder

  init() {
    var template = Array("/tmp/documents-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    path = FilePath(made + "/files")
    state = StateFolder(path: FilePath(made + "/state"))
    mkdir(path.description, 0o755)
  }

  deinit { removeTree(path.folder) }

  func file(_ name: FilePath) -> FilePath { path.appending(name) }

  /// Writes bytes by the plainest means, apart from the code under test.
  @discardableResult
  func write(_ bytes: [UInt8], _ name: FilePath, mode: mode_t = 0o644) -> FilePath {
    put(bytes, file(name), mode)
  }

  /// Writes over a file of the state folder.
  func writeState(_ bytes: [UInt8], _ path: FilePath) { put(bytes, path, 0o600) }

  @discardableResult
  private func put(_ bytes: [UInt8], _ target: FilePath, _ mode: mode_t) -> FilePath {
    target.withCString { place in
      let descriptor = masthead_openat(AT_FDCWD, place, O_WRONLY | O_CREAT | O_TRUNC, mode)
      precondition(descriptor >= 0, "\(target): \(String(cString: strerror(errno)))")
      precondition(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
      fchmod(descriptor, mode)
      close(descriptor)
    }
    return target
  }

  @discardableResult
  func write(_ text: String, _ name: FilePath, mode: mode_t = 0o644) -> FilePath { write(Array(text.utf8), name, mode: mode) }

  func read(_ path: FilePath) -> [UInt8]? {
    path.withCString { place in
      guard let stream = fopen(place, "r") else { return nil }
      defer { fclose(stream) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = fread(&buffer, 1, buffer.count, stream)
        if count == 0 { return bytes }
        bytes += buffer[..<count]
      }
    }
  }

  func text(_ path: FilePath) -> String? { read(path).map { String(decoding: $0, as: UTF8.self) } }

  func names(in folder: FilePath? = nil) -> [String] {
    ((try? SystemCalls().names(in: folder ?? path)) ?? []).map(\.description).sorted()
  }

  /// Lists the files that the routine may not leave behind.
  var leftovers: [String] { names().filter { $0.hasPrefix(".masthead-") } + names(in: state.path.appending("saves")) }

  func status(_ path: FilePath) -> FileStatus { try! SystemCalls().status(of: path, followingLinks: false) }
}

private func removeTree(_ path: FilePath) {
  if let status = try? SystemCalls().status(of: path, followingLinks: false), status.kind == .folder {
    chmod(path.description, 0o700)
    for name in (try? SystemCalls().names(in: path)) ?? [] { removeTree(path.appending(name)) }
    rmdir(path.description)
  } else {
    _ = path.withCString { unlink($0) }
  }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
