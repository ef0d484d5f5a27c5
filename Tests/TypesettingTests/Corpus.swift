import Foundation

/// The test data that lies beside the project: `../shared` from the package's root, or `MASTHEAD_SHARED`.
enum Corpus {
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["MASTHEAD_SHARED"] { return URL(fileURLWithPath: path) }
    return URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appendingPathComponent("../shared")
  }()

  /// A file of the corpus; nil where it is missing, which is a failure in CI and a printed skip elsewhere.
  static func file(_ name: String) throws -> [UInt8]? {
    let file = folder.appendingPathComponent("data/\(name)")
    if let data = try? Data(contentsOf: file) { return [UInt8](data) }
    if ProcessInfo.processInfo.environment["CI"] != nil { throw Missing(path: file.path) }
    print("skipped: \(file.path) is not there (set MASTHEAD_SHARED)")
    return nil
  }

  struct Missing: Error { let path: String }

  /// One example of a specification.
  struct Example {
    let number: Int
    let info: String
    let markdown: String
    let html: String
  }

  static func examples(_ name: String) throws -> [Example] {
    guard let bytes = try file(name) else { return [] }
    var examples: [Example] = []
    let fence = String(repeating: "`", count: 32)
    var state = 0
    var info = ""
    var markdown: [String] = []
    var html: [String] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if state == 0, line.hasPrefix(fence + " example") {
        info = line.dropFirst(fence.count + 8).trimmingCharacters(in: .whitespaces)
        state = 1
        markdown = []
        html = []
      } else if state > 0, line == fence {
        state = 0
        func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined().replacingOccurrences(of: "→", with: "\t") }
        examples.append(Example(number: examples.count + 1, info: info, markdown: text(markdown), html: text(html)))
      } else if state == 1, line == "." {
        state = 2
      } else if state == 1 {
        markdown.append(String(line))
      } else if state == 2 {
        html.append(String(line))
      }
    }
    return examples
  }
}
