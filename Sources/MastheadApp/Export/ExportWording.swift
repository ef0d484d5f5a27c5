// Owns: what an export that fails says: one line each on standard error, which the name of the program precedes, and why in the window.

import Documents
import GLibKit

/// Words the failures of an export.
nonisolated enum ExportWording {
  static func line(_ failure: ExportFailure) -> String {
    switch failure {
    case .cancelled: tr("The export was cancelled.")
    case .unknownTheme(let name): tr("There is no theme “%s”.").filled(name)
    case .system(let reason): reason
    }
  }

  static func notText(_ name: String) -> String { tr("%s: not UTF-8 text").filled(name) }

  static func line(_ error: LoadError) -> String {
    switch error {
    case .notFound(let path, _): tr("%s: no such file").filled(path)
    case .isFolder(let path): tr("%s: a folder").filled(path)
    case .notRegular(let path, _): tr("%s: not a regular file").filled(path)
    case .permissionDenied(let path): tr("%s: not permitted").filled(path)
    case .needsConfirmation(let path, _): tr("%s: too large").filled(path)
    case .linkLoop(let path): tr("%s: a symbolic link that leads back to itself").filled(path)
    case .doesNotDecode(let path, _, _): notText(path.description)
    case .system(let error): "\(error.path): \(error.reason)"
    }
  }

  static func line(_ error: SaveError) -> String {
    switch error {
    case .changedOnDisk(let found): tr("%s: another program is writing it").filled(found.path)
    case .exists(let path): tr("%s: exists already").filled(path)
    case .folderMissing(let folder): tr("%s: no such folder").filled(folder)
    case .isFolder(let path): tr("%s: a folder").filled(path)
    case .notRegular(let path, _): tr("%s: not a regular file").filled(path)
    case .linkLoop(let path): tr("%s: a symbolic link that leads back to itself").filled(path)
    case .nameTooLong(let path): tr("%s: the name is too long").filled(path)
    case .permissionDenied(let path, _): tr("%s: not permitted").filled(path)
    case .noSpace(let path): tr("%s: no space left").filled(path)
    case .notEncodable, .backupFailed: tr("The file that is there could not be replaced safely.")
    case .interrupted(let path, let cause): "\(path): \(cause.reason)"
    case .unconfirmed(let written, let cause):
      tr("%1$s: written, but the disk did not confirm it: %2$s").filled(written.path, cause.reason)
    case .system(let error): "\(error.path): \(error.reason)"
    }
  }

  /// Says why a file was not written, where its name is said already.
  @MainActor static func reason(_ error: SaveError) -> String {
    switch error {
    case .permissionDenied(_, let isReadOnlyMedium):
      isReadOnlyMedium ? tr("It is on a medium that can only be read.") : tr("You do not have the permission to write there.")
    case .system(let cause), .interrupted(_, let cause): cause.reason
    case .linkLoop, .backupFailed, .unconfirmed, .notEncodable: line(error)
    case .changedOnDisk, .exists, .folderMissing, .isFolder, .notRegular, .nameTooLong, .noSpace: Notice(error).title
    }
  }

  static func line(_ fault: ExportRequest.Fault) -> String {
    switch fault {
    case .noOutput: tr("--export needs the name of the file to write.")
    case .noFile: tr("Name a document to export.")
    case .unknownOption(let option): tr("The option “%s” does not go with --export.").filled(option)
    case .missingValue(let option): tr("The option “%s” needs a value.").filled(option)
    case .badValue(let option, let value): tr("“%2$s” is no value for the option “%1$s”.").filled(option, value)
    case .noFormat: tr("Standard output needs --format html or --format pdf.")
    case .unknownSuffix(let name): tr("The name “%s” does not say the format; end it in .html or .pdf, or use --format.").filled(name)
    case .severalFiles: tr("Several documents need %%n in the name of the output; it stands for the name of each.").filled()
    case .sameName(let name): tr("Two of the documents would be written to “%s”.").filled(name)
    case .overItself(let name): tr("“%s” is the document itself; it was not overwritten.").filled(name)
    }
  }
}
