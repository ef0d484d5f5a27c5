internal import Glibc

/// Says why a document was not renamed, moved, duplicated or put in the trash; nothing was changed, nothing was overwritten.
public enum OperationError: Error, Equatable, Sendable {
  case badName(DocumentName.Fault)
  /// The name is taken.
  case exists(FilePath)
  /// The document's file is not there any more.
  case gone(FilePath)
  case folderMissing(FilePath)
  case permissionDenied(FilePath, onReadOnlyFileSystem: Bool)
  case noSpace(FilePath)
  case nameTooLong(FilePath)
  /// The document portal shows this file to a sandbox: it can be saved and copied, not renamed or moved.
  case sandboxed(FilePath)
  /// The path leads to no regular file.
  case notRegular(FilePath)
  /// The copy on the other file system did not read back as what was written, or the source changed meanwhile.
  case copyDiffers(FilePath)
  /// The place has no trash.
  case noTrash(FilePath)
  case system(SystemError)

  init(_ error: SystemError) {
    switch error.code {
    case EEXIST, ENOTEMPTY, EISDIR: self = .exists(error.path)
    case ENOENT, ENOTDIR: self = .folderMissing(error.path.folder)
    case EACCES, EPERM: self = .permissionDenied(error.path, onReadOnlyFileSystem: false)
    case EROFS: self = .permissionDenied(error.path, onReadOnlyFileSystem: true)
    case ENOSPC, EDQUOT: self = .noSpace(error.path)
    case ENAMETOOLONG: self = .nameTooLong(error.path)
    default: self = .system(error)
    }
  }
}
