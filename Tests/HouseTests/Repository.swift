import Foundation

/// The source tree that these tests look at.
enum Repository {
  /// The package's root folder.
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the text of a file, named relative to the root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the files below a folder that end with a suffix, relative to the root and sorted.
  static func files(below folder: String, ending suffix: String = "") -> [String] {
    let top = root.path.hasSuffix("/") ? root.path : root.path + "/"
    guard let walker = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: [.isRegularFileKey])
    else {
      return []
    }
    return walker.compactMap { entry in
      guard let url = entry as? URL, (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { return nil }
      return url.path.hasSuffix(suffix) ? String(url.path.dropFirst(top.count)) : nil
    }.sorted()
  }

  /// Returns what git keeps, or every file outside of build folders where there is no git (an unpacked archive).
  static func kept() throws -> [String] {
    let listing = try run("git", "ls-files", "-z")
    if listing.status == 0 { return listing.output.split(separator: "\0").map(String.init) }
    return files(below: ".").filter { !$0.hasPrefix(".build/") }
  }

  /// Runs a program in the root folder to its end.
  static func run(_ program: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = program
    process.currentDirectoryURL = root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
