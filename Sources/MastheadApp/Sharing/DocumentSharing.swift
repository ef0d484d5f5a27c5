// Owns: giving the document to other programs: by mail, to a program of the person's choice, as a file that is dragged out.
// Rule: what is given away holds the text of this moment; the person's own file is never saved for it.

import Commands
import Documents
import GLibKit
import GtkKit
import TextModel

/// Shares the document of a window.
final class DocumentSharing: WindowPart {
  private unowned let owner: DocumentWindow

  init(_ owner: DocumentWindow) { self.owner = owner }

  private var document: Document { owner.document }

  var handlers: [String: CommandHandler] {
    [
      "share-mail": .run { [weak self] in self?.owner.run { await self?.mail() } },
      "open-with": .run { [weak self] in self?.owner.run { await self?.openWith() } },
    ]
  }

  // MARK: Copies

  /// The copies of all documents that were given away unsaved.
  static var copies: PrivateCopies { PrivateCopies(in: FilePath(Folders.cache + "/masthead/drags")) }

  /// How long a copy stays for whoever took it, in seconds: a day.
  private nonisolated static let lifetime: Int64 = 86_400

  /// Removes copies of earlier days, away from the main thread.
  static func removeOldCopies() {
    let copies = copies
    Task.detached(priority: .background) { copies.clean(olderThan: lifetime) }
  }

  /// What is given away, and whether it is a copy.
  struct Shared {
    let path: FilePath
    let isCopy: Bool
  }

  /// Gives the file itself while nothing is unsaved; else a private copy with the text of this moment.
  func share() throws(SystemError) -> Shared {
    if let path = document.file?.path, !document.isModified, !document.isMissing { return Shared(path: path, isCopy: false) }
    let name = document.path?.name ?? owner.filing.proposedName
    let copy = try Self.copies.write(document.buffer.text, name: name, encoding: document.file?.encoding ?? .utf8)
    return Shared(path: copy, isCopy: true)
  }

  /// The files that dragging the document takes out; none, with a message, when the copy cannot be written.
  func draggedFiles() -> [File] {
    do throws(SystemError) {
      let shared = try share()
      if shared.isCopy { owner.tell(tr("What you drag is a copy with your unsaved changes.")) }
      return [File(path: shared.path.description)]
    } catch {
      owner.tell(tr("The document cannot be dragged: %s").filled(error.reason))
      return []
    }
  }

  /// The name of the window for a portal's dialog, which stays over it by that.
  private func parentName() async -> ExportedName? {
    guard let window = owner.window else { return nil }
    return await ExportedName(of: window)
  }

  // MARK: Mail

  /// The most characters of an address that mail programs are known to take.
  private static let longestAddress = 8_000

  private func mail() async {
    let shared: Shared
    do throws(SystemError) { shared = try share() } catch {
      owner.tell(tr("The document cannot be sent: %s").filled(error.reason))
      return
    }
    let parent = await parentName()
    defer { parent?.takeBack() }
    do throws(GLibError) {
      let answer = try await DesktopPortal.composeMail(
        subject: shared.path.name, attaching: [shared.path.description], parent: parent?.text ?? "")
      if answer != .failed { return }
    } catch {
      // No portal, or one that knows no mail: the other way follows.
    }
    await mailByAddress(shared.path)
  }

  /// Without a portal nothing can be attached for the person: the text itself goes into the message while it is short enough.
  private func mailByAddress(_ path: FilePath) async {
    let subject = "mailto:?subject=" + path.name.percentEncoded
    let whole = subject + "&body=" + (document.buffer.text.count < Self.longestAddress ? document.buffer.text.string.percentEncoded : "")
    let fits = document.buffer.text.count < Self.longestAddress && whole.utf8.count < Self.longestAddress
    guard await Desktop.start(fits ? whole : subject, over: owner.window) else {
      owner.tell(tr("There is no mail program that could be started."))
      return
    }
    owner.tell(
      fits
        ? tr("The text is in the message. To attach the file, drag the document’s icon into it.")
        : tr("To attach the document, drag its icon into the message."))
  }

  // MARK: Another program

  private func openWith() async {
    guard let path = document.file?.path else { return }
    if document.isModified { owner.tell(tr("The other program opens the saved text, without your unsaved changes.")) }
    let parent = await parentName()
    defer { parent?.takeBack() }
    do throws(GLibError) {
      if try await DesktopPortal.openFile(path.description, parent: parent?.text ?? "") != .failed { return }
    } catch {
      // No portal: the choice is our own.
    }
    if await !ProgramChooser.open(File(path: path.description), over: owner.window) {
      owner.tell(tr("The program could not be started."))
    }
  }
}

extension String {
  /// The text as a part of an address: everything but letters, digits and `-._~` by its bytes.
  nonisolated var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
