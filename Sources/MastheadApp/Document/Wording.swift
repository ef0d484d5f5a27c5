// Owns: what people are told when a file cannot be opened or saved: what happened, and what to do.
// The modules below throw typed errors without words.

import Documents
import GLibKit

/// A message for a person.
struct Notice: Equatable {
  /// What happened, in a few words.
  let title: String
  /// What it means and what to do.
  let body: String
}

extension Notice {
  /// Words a failure to open.
  init(_ error: LoadError) {
    switch error {
    case .notFound(let path, let folderExists):
      self.init(
        title: tr("There Is No “%s”").filled(path.name),
        body: folderExists
          ? tr("Saving will create it in %s.").filled(Format.path(path.folder.description))
          : tr("The folder %s does not exist either. Save the text elsewhere with Save As.").filled(Format.path(path.folder.description)))
    case .isFolder(let path):
      self.init(
        title: tr("“%s” Is a Folder").filled(path.name), body: tr("Masthead opens text files. Choose one inside the folder."))
    case .notRegular(let path, _):
      self.init(
        title: tr("“%s” Is Not a Text File").filled(path.name), body: tr("It is a pipe, a socket or a device, which cannot be edited."))
    case .permissionDenied(let path):
      self.init(
        title: tr("“%s” May Not Be Read").filled(path.name),
        body: tr("You do not have the permission to read this file. Its owner can give it to you."))
    case .needsConfirmation(let path, let size):
      self.init(
        title: tr("“%s” Is Very Large").filled(path.name),
        body: tr("It has %s. It can be opened, but takes a while and a lot of memory; the preview stays off until you ask for it.").filled(
          Format.size(bytes: size)))
    case .linkLoop(let path):
      self.init(title: tr("“%s” Cannot Be Opened").filled(path.name), body: tr("It is a symbolic link that leads back to itself."))
    case .doesNotDecode(let path, let encoding, _):
      self.init(
        title: tr("“%s” Is Not %s Text").filled(path.name, encoding.name), body: tr("Choose another encoding."))
    case .system(let error):
      self.init(title: tr("“%s” Could Not Be Opened").filled(error.path.name), body: error.reason)
    }
  }

  /// Words a failure to save. The text is still in the window in every case.
  init(_ error: SaveError) {
    let kept = tr("The file on disk is as it was, and your text is still here.")
    switch error {
    case .changedOnDisk(let found):
      self.init(
        title: tr("“%s” Was Changed by Another Program").filled(found.path.name),
        body: tr("Saving would replace what the other program has written."))
    case .exists(let path):
      self.init(title: tr("“%s” Already Exists").filled(path.name), body: tr("Choose another name, or replace the file."))
    case .folderMissing(let folder):
      self.init(
        title: tr("The Folder Is Gone"),
        body: tr("%s does not exist any more. Save the text elsewhere with Save As.").filled(Format.path(folder.description)))
    case .isFolder(let path):
      self.init(title: tr("“%s” Is a Folder").filled(path.name), body: tr("Save the text under another name with Save As."))
    case .notRegular(let path, _):
      self.init(
        title: tr("“%s” Cannot Keep Text").filled(path.name),
        body: tr("It is a pipe, a socket or a device. Save the text elsewhere with Save As."))
    case .linkLoop(let path):
      self.init(
        title: tr("“%s” Could Not Be Saved").filled(path.name),
        body: tr("It is a symbolic link that leads back to itself. Save the text elsewhere with Save As."))
    case .nameTooLong(let path):
      self.init(title: tr("The Name Is Too Long"), body: tr("“%s” has more than 255 bytes. Choose a shorter name.").filled(path.name))
    case .permissionDenied(let path, let readOnlyMedium):
      self.init(
        title: tr("“%s” Could Not Be Saved").filled(path.name),
        body: (readOnlyMedium
          ? tr("It is on a medium that can only be read.") : tr("You do not have the permission to write there."))
          + " " + tr("Save the text elsewhere with Save As."))
    case .noSpace(let path):
      self.init(
        title: tr("There Is No Space Left for “%s”").filled(path.name),
        body: kept + " " + tr("Free some space and try again, or save elsewhere with Save As."))
    case .notEncodable(let encoding, _):
      self.init(
        title: tr("The Text Does Not Fit Its Encoding"),
        body: tr("Some characters cannot be written in %s. The file can be saved as UTF-8 instead.").filled(encoding.name))
    case .backupFailed(let error):
      self.init(
        title: tr("The File Could Not Be Saved Safely"),
        body: kept + " "
          + tr("This file can only be overwritten, and the copy of its old text that this needs could not be kept: %s.").filled(
            error.reason))
    case .interrupted(let path, let cause):
      self.init(
        title: tr("Saving “%s” Was Interrupted").filled(path.name),
        body: tr("%s. The old text is kept and offered when Masthead starts. Your text is still here: save it elsewhere with Save As.")
          .filled(cause.reason))
    case .unconfirmed(let written, let cause):
      self.init(
        title: tr("“%s” Was Saved, but Not Confirmed").filled(written.path.name),
        body: tr("The disk did not confirm that the text would survive a power failure: %s. Save again, or save a copy elsewhere.")
          .filled(cause.reason))
    case .system(let error):
      self.init(title: tr("“%s” Could Not Be Saved").filled(error.path.name), body: error.reason + ". " + kept)
    }
  }

  /// Words why a document can only be read.
  init(_ reason: LoadedDocument.Reason) {
    switch reason {
    case .undecodable:
      self.init(
        title: tr("This File Is Not UTF-8 Text"),
        body: tr("It is shown as well as possible and cannot be edited. Choose its encoding to edit it."))
    case .nul:
      self.init(title: tr("This File Is Not Text"), body: tr("It holds NUL bytes. It is shown as well as possible and cannot be edited."))
    case .tooManyMarks(let line):
      self.init(
        title: tr("Line %s Cannot Be Edited").filled(Format.number(line)),
        body: tr("It has thousands of combining marks on one character, which no window can show in time. The document can be read."))
    }
  }
}
