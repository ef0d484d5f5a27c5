internal import Glibc
import TextModel

/// Says what other programs did to the file of an open document.
public enum ExternalChange: Sendable {
  /// The file holds what the document stands on.
  case unchanged
  /// The bytes are the same, the file or its times are not: nothing to ask. The document stands on the given file now.
  case touched(DocumentFile)
  /// The file holds something else, read here in the document's encoding. It may be read-only if it does not decode.
  case changed(LoadedDocument)
  /// Nothing is there any more. `movedTo` names the file when it is still in the folder, under another name.
  case gone(movedTo: FilePath?)
  /// A folder, a pipe or a device took the name.
  case replaced(FileKind)
  /// Something is there and cannot be read, for example for want of rights.
  case unreadable(LoadError)

  /// Compares a document's file with the disk. Reads the file only when its identity, size or time differ, or when
  /// `thoroughly`: a file can be rewritten under the same time. Blocks.
  public static func look(at file: DocumentFile, thoroughly: Bool = false, calls: SystemCalls = SystemCalls()) -> ExternalChange {
    if !thoroughly, let target = try? LinkChain.resolve(file.path, calls: calls), target == file.target,
      let status = try? calls.status(of: target), status.kind == .regular, file.fingerprint.looksUnchanged(status)
    {
      return .unchanged
    }
    let loader = Loader(calls: calls)
    let found: LoadedDocument
    do throws(LoadError) {
      found = try load(file, loader)
    } catch {
      switch error {
      case .notFound: return .gone(movedTo: newName(of: file, calls))
      case .isFolder: return .replaced(.folder)
      case .notRegular(_, let kind): return .replaced(kind)
      default: return .unreadable(error)
      }
    }
    // Another file behind the same link is another document, even with the same text: saving would go elsewhere.
    if found.file.target != file.target { return .changed(found) }
    if found.file.fingerprint == file.fingerprint { return .unchanged }
    return found.file.fingerprint.digest == file.fingerprint.digest ? .touched(file.replacing(found.file.fingerprint)) : .changed(found)
  }

  private static func load(_ file: DocumentFile, _ loader: Loader) throws(LoadError) -> LoadedDocument {
    guard case .legacy = file.encoding.scheme else { return try loader.load(file.path, allowingLarge: true) }
    do throws(LoadError) { return try loader.load(file.path, as: file.encoding, allowingLarge: true) } catch {
      // The other program may have written it as UTF-8.
      if case .doesNotDecode = error { return try loader.load(file.path, allowingLarge: true) }
      throw error
    }
  }

  /// Looks for the same file under another name in its folder.
  private static func newName(of file: DocumentFile, _ calls: SystemCalls) -> FilePath? {
    let folder = file.target.folder
    for name in (try? calls.names(in: folder)) ?? [] {
      let path = folder.appending(name)
      guard let status = try? calls.status(of: path, followingLinks: false), status.kind == .regular else { continue }
      if status.inode == file.fingerprint.inode && status.device == file.fingerprint.device { return path }
    }
    return nil
  }
}
