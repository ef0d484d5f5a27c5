import TextModel

extension EditorConfig {
  /// A file larger than this is no settings file.
  static let largestFile = 1 << 20

  /// Reads the `.editorconfig` files of a document's folder and those above, up to one that says it is the root. Nearer files win. What
  /// cannot be read says nothing. Blocks: call it away from the main actor, or use the asynchronous form.
  public init(for path: FilePath, calls: SystemCalls = SystemCalls()) {
    let path = path.absolute()
    var found: [[(name: String, value: String)]] = []
    var folder = path.folder
    while true {
      if let file = Self.read(folder.appending(FilePath(".editorconfig")), calls) {
        let prefix = folder == "/" ? 1 : folder.bytes.count + 1
        found.append(file.properties(of: String(decoding: path.bytes.dropFirst(prefix), as: UTF8.self)))
        if file.isRoot { break }
      }
      let above = folder.folder
      if above == folder { break }
      folder = above
    }
    self.init(properties: found.reversed().flatMap { $0 })
  }

  /// Reads the files away from the caller's actor; see the blocking form.
  public static func around(_ path: FilePath) async -> EditorConfig {
    await BlockingWork.run { EditorConfig(for: path) }
  }

  private static func read(_ path: FilePath, _ calls: SystemCalls) -> EditorConfigFile? {
    guard let status = try? calls.status(of: path), status.kind == .regular, status.size <= largestFile else { return nil }
    guard let bytes = try? Loader(calls: calls).read(path, allowingLarge: false).bytes else { return nil }
    return EditorConfigFile(String(decoding: bytes, as: UTF8.self))
  }
}
