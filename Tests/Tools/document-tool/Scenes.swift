import Documents
import Glibc
import Synchronization
import TextModel

/// Keeps the last trouble that a draft's keeper told.
final class Trouble: Sendable {
  private let last = Mutex<SystemError?>(nil)

  func note(_ error: SystemError?) { last.withLock { $0 = error } }

  var error: SystemError? { last.withLock { $0 } }
}

/// Types at a steady pace, as the editor does: each key is an edit, and each edit is told to the draft's keeper.
///
/// Prints after each key what has been typed in all, so that a test that kills the program knows what was at risk.
struct Typing {
  private let id: Draft.ID
  private let rate: Double
  private let seconds: Double
  private let size: Int

  init(_ arguments: [String]) throws {
    guard let id = Draft.ID(kept: arguments[0]), let rate = Double(arguments[1]), let seconds = Double(arguments[2]),
      let size = Int(arguments[3])
    else { throw LoadError.notFound(FilePath(arguments[0]), folderExists: false) }
    (self.id, self.rate, self.seconds, self.size) = (id, rate, seconds, size)
  }

  func run() throws {
    let keeper = DraftKeeper(id: id, in: .standard)
    var text = ChunkedText(utf8: [UInt8](repeating: UInt8(ascii: "."), count: size * 1024))
    let keys = Int(rate * seconds)
    for key in 0..<keys {
      text.replace(TextRange(at: text.end), with: String(UnicodeScalar(UInt8(0x61 + key % 26))))
      keeper.note(text, file: nil, selection: TextSelection(caret: text.end))
      say("typed \(key + 1)")
      usleep(UInt32(1_000_000 / rate))
    }
    // Then a pause: what was typed last must be on disk all the same.
    sleep(30)
  }
}

/// Saves numbered versions of one document; a version that was said to be saved must survive anything.
struct Versions {
  private let path: FilePath
  private let count: Int

  init(_ path: FilePath, count: Int) {
    (self.path, self.count) = (path, count)
  }

  /// Makes a text whose every line names the version, so that a mixture of two shows.
  static func text(_ version: Int) -> [UInt8] {
    Array((0..<4_000).map { "version \(version) line \($0)\n" }.joined().utf8)
  }

  func run() throws {
    let first = (try? Loader().load(path))?.file
    var file = try Saver(state: .standard).save(Self.text(0), to: path, over: first.map { .document($0) } ?? .newFile)
    say("saved 0")
    for version in 1...count {
      file = try Saver(state: .standard).save(Self.text(version), to: path, over: .document(file))
      say("saved \(version)")
    }
  }
}

/// Saves against other instances that save the same file: an overwrite that was not announced is a lost text.
///
/// Each text holds the number of the text that it was based on; a test that reads the printed history can tell whether any
/// was overwritten unseen.
struct Competition {
  private let path: FilePath
  private let count: Int
  private let tag: String

  init(_ path: FilePath, count: Int, tag: String) {
    (self.path, self.count, self.tag) = (path, count, tag)
  }

  func run() throws {
    var file = try Loader().load(path).file
    var number = 0
    while number < count {
      let text = Array(String(repeating: "\(tag) \(number)\n", count: 2_000).utf8)
      let before = DocumentTool.hexadecimal(file.fingerprint.digest.bytes)
      do throws(SaveError) {
        file = try Saver(state: .standard).save(text, to: path, over: .document(file))
        say("saved \(before) \(DocumentTool.hexadecimal(file.fingerprint.digest.bytes))")
        number += 1
      } catch {
        guard case .changedOnDisk(let found) = error else { throw error }
        say("announced \(before) \(DocumentTool.hexadecimal(found.fingerprint.digest.bytes))")
        file = found
      }
      // Lets the other one come in now and then.
      usleep(UInt32.random(in: 0..<3_000))
    }
  }
}
