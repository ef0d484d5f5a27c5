internal import Glibc

/// Says why a document was not saved; the words for people are the application's.
///
/// Unless a case says otherwise, the file on disk is as it was before, byte for byte, and saving again may succeed.
public enum SaveError: Error, Equatable, Sendable {
  /// The file holds other contents than those the document stands on. `found` describes them: saving over `.document(found)`
  /// replaces them, provided that they have not changed once more.
  case changedOnDisk(found: DocumentFile)
  /// A new file was to be made, and the name is taken.
  case exists(FilePath)
  case folderMissing(FilePath)
  case isFolder(FilePath)
  /// A pipe, socket or device keeps no text.
  case notRegular(FilePath, FileKind)
  case linkLoop(FilePath)
  /// The name is longer than the file system's limit (255 bytes, mostly).
  case nameTooLong(FilePath)
  /// The user may not write there: `onReadOnlyFileSystem` tells a read-only medium from missing rights.
  case permissionDenied(FilePath, onReadOnlyFileSystem: Bool)
  /// The disk or the user's quota is full.
  case noSpace(FilePath)
  /// The encoding cannot write the character at byte `offset` of the text; saving as UTF-8 can.
  case notEncodable(FileEncoding, offset: Int)
  /// The file can only be written in place, and the copy of its old bytes that this needs could not be kept.
  case backupFailed(SystemError)
  /// Writing in place stopped half way and the old bytes could not be put back. They are kept and are offered at the next
  /// start (`SaveRecovery`).
  case interrupted(FilePath, cause: SystemError)
  /// The new text is in place and complete, but the disk did not confirm that it will survive a power cut. The document stands
  /// on `written` now.
  case unconfirmed(written: DocumentFile, cause: SystemError)
  case system(SystemError)

  init(_ error: SystemError) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .noSpace(error.path)
    case EACCES, EPERM: self = .permissionDenied(error.path, onReadOnlyFileSystem: false)
    case EROFS: self = .permissionDenied(error.path, onReadOnlyFileSystem: true)
    case ELOOP: self = .linkLoop(error.path)
    case ENAMETOOLONG: self = .nameTooLong(error.path)
    case ENOENT, ENOTDIR: self = .folderMissing(error.path.folder)
    case EISDIR: self = .isFolder(error.path)
    default: self = .system(error)
    }
  }
}
