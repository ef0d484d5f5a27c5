// Owns: what the window says: in passing, and about its document as long as it is so: no draft, read-only, missing, long lines, too large for a preview.

import GLibKit
import GtkKit

extension DocumentWindow {
  /// Shows what has to be said about the document as long as it is so.
  func showStandingNotices() {
    if let trouble = document.draftTrouble {
      banner.show(
        .draftTrouble, tr("Unsaved text cannot be kept safe just now: %s. Save your document.").filled(trouble.reason))
    } else {
      banner.hide(.draftTrouble)
    }
    if let reason = document.readOnlyReason {
      let notice = Notice(reason)
      var choices: [Banner.Choice] = []
      if !document.likelyEncodings.isEmpty {
        choices.append(Banner.Choice(tr("Choose Encoding…")) { [weak self] in self?.run { await self?.filing.chooseEncoding() } })
      }
      banner.show(.readOnly, notice.title + ". " + notice.body, choices)
    } else {
      banner.hide(.readOnly)
    }
    if document.isMissing, let path = document.path {
      let notice = Notice(.notFound(path, folderExists: filing.folderExists(path)))
      banner.show(.missing, notice.title + ". " + notice.body)
    } else {
      banner.hide(.missing)
    }
    if let line = editor.view.longLine {
      banner.show(
        .longLines,
        tr("Line %s has %s characters. Only the part around the caret is shown here; all of it is kept, saved and shown in the preview.")
          .filled(Format.number(line.number), Format.number(line.characters)),
        [Banner.Choice(tr("Close")) { [weak self] in self?.banner.dismiss(.longLines) }])
    } else {
      banner.hide(.longLines)
    }
  }

  /// Leaves the preview off for the sake of a very large document, until it is asked for.
  func holdPreviewBack() {
    panes.mode = .editor
    actions?.setState("view-mode", ViewMode.editor.rawValue)
    banner.show(
      .largeFile, tr("The preview is off because this document is very large."),
      [
        Banner.Choice(tr("Show Preview")) { [weak self] in
          self?.banner.dismiss(.largeFile)
          self?.setMode(.split)
        }
      ])
  }

  /// Shows a notice that goes by itself: over the document, or, when no window shows it, over what the person looks at.
  func tell(_ text: String) {
    if window == nil, let front = application.frontContent, front !== self { front.tell(text) } else { toasts.show(Toast(text)) }
  }

  /// Shows a notice with a button that goes by itself.
  func tell(_ text: String, _ button: String, _ handler: @escaping () -> Void) {
    let toast = Toast(text)
    toast.setButton(button, handler)
    toasts.show(toast)
  }
}
