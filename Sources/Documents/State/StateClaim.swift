internal import CSystem
internal import Glibc

/// Holds a state folder for one running instance.
///
/// The program runs once per session bus; two sessions, or a second bus, share the disk all the same. The first instance gets
/// the folder itself, later ones a numbered folder inside it, whose drafts the next first instance takes over.
public final class StateClaim {
  public let folder: StateFolder
  private let lock: OpenFile?

  private init(_ folder: StateFolder, _ lock: OpenFile?) {
    self.folder = folder
    self.lock = lock
  }

  /// Takes the first folder that no running instance holds. Where the disk refuses even that, the folder itself comes back:
  /// the program starts, and `DraftKeeper` tells that unsaved text is not safe.
  public static func take(_ base: StateFolder = .standard, calls: SystemCalls = SystemCalls()) -> StateClaim {
    for number in 1...99 {
      let folder = number == 1 ? base : StateFolder(path: base.path.appending(FilePath("instance-\(number)")))
      do throws(SystemError) {
        try calls.makeFolders(folder.path)
        guard let lock = try hold(folder, calls) else { continue }
        if number == 1 { adopt(into: base, calls) }
        return StateClaim(folder, lock)
      } catch {
        break
      }
    }
    return StateClaim(base, nil)
  }

  private static func hold(_ folder: StateFolder, _ calls: SystemCalls) throws(SystemError) -> OpenFile? {
    let lock = try calls.open(folder.path.appending("lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    return masthead_try_lock(lock.descriptor) == 0 ? lock : nil
  }

  /// Moves what instances that ended left in numbered folders to where this one looks.
  private static func adopt(into base: StateFolder, _ calls: SystemCalls) {
    for name in (try? calls.names(in: base.path)) ?? [] where name.name.hasPrefix("instance-") {
      let other = StateFolder(path: base.path.appending(name))
      guard let lock = try? hold(other, calls) else { continue }
      for (from, to) in [(other.drafts, base.drafts), (other.saves, base.saves)] {
        let names = (try? calls.names(in: from)) ?? []
        if !names.isEmpty { try? calls.makeFolders(to) }
        // The names are random: none is taken.
        for file in names { try? calls.rename(from.appending(file), to.appending(file), flags: MASTHEAD_RENAME_NOREPLACE) }
      }
      try? lock.close()
    }
  }
}
