/// Says why a path could not be opened as a document; the words for people are the application's.
public enum LoadError: Error, Equatable, Sendable {
  /// Nothing is there. `folderExists` says whether saving could create it.
  case notFound(FilePath, folderExists: Bool)
  case isFolder(FilePath)
  /// A pipe, socket or device, which may never answer and keeps nothing.
  case notRegular(FilePath, FileKind)
  case permissionDenied(FilePath)
  /// The file is larger than `Loader.sizeToConfirm`; load again with `allowingLarge` once the user agreed.
  case needsConfirmation(FilePath, size: Int)
  /// A symbolic link leads to itself.
  case linkLoop(FilePath)
  /// The chosen encoding does not fit the file.
  case doesNotDecode(FilePath, FileEncoding, EncodingFailure)
  case system(SystemError)
}
