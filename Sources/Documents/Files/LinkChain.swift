internal import Glibc

/// Follows symbolic links to the file that is really meant.
enum LinkChain {
  /// Gives the path after the last link; it may name nothing yet when the last link dangles.
  ///
  /// Only the last component is followed: links among the folders keep their meaning to the system.
  static func resolve(_ path: FilePath, calls: SystemCalls) throws(SystemError) -> FilePath {
    var current = path
    for _ in 0..<40 {
      let status: FileStatus
      do throws(SystemError) { status = try calls.status(of: current, followingLinks: false) } catch {
        if error.code == ENOENT { return current }
        throw error
      }
      if status.kind != .link { return current }
      current = current.folder.appending(try calls.readLink(current))
    }
    throw SystemError(call: .readLink, code: ELOOP, path: path)
  }
}
