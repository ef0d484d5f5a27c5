internal import CSystem
internal import Glibc

/// Keeps other instances of this program from saving in the same folder at the same time.
///
/// Other programs are caught by the exchange of names; two that both exchange and take back could hand each other's texts
/// around. The lock is on the folder, because every save replaces the file. A folder that cannot be opened, or a lock that is
/// held for longer than ten seconds, does not keep anybody from saving.
final class FolderLock {
  private let folder: OpenFile?

  init(_ path: FilePath, calls: SystemCalls) {
    folder = try? calls.open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK)
    guard let folder else { return }
    var tries = 0
    while masthead_try_lock(folder.descriptor) != 0 && errno == EWOULDBLOCK && tries < 2_000 {
      usleep(5_000)
      tries += 1
    }
  }
}
