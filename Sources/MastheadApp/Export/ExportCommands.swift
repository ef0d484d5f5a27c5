// Owns: the commands that bring a document out of the program: as a file, or on paper.

import Documents
import GLibKit
import GtkKit

/// Exports and prints the document of a window.
final class ExportCommands: WindowPart {
  private unowned let owner: DocumentWindow
  private var printing: PrintRun?

  init(_ owner: DocumentWindow) { self.owner = owner }

  var handlers: [String: CommandHandler] {
    [
      "export-html": .run { [weak self] in self?.owner.run { await self?.export(.html) } },
      "export-pdf": .run { [weak self] in self?.owner.run { await self?.export(.pdf) } },
      "print": .run { [weak self] in self?.owner.run { await self?.print() } },
    ]
  }

  private func export(_ format: ExportFormat) async {
    ExportSheet(owner, await owner.exportSource(), format: format)
  }

  private func print() async {
    guard printing == nil else { return }
    let run = PrintRun(await owner.exportSource(), owner.application.preferences, over: owner)
    printing = run
    run.start { [weak self] outcome in
      self?.printing = nil
      if case .failed(let reason) = outcome { self?.owner.tell(tr("The document was not printed. %s").filled(reason)) }
    }
  }
}

extension DocumentWindow {
  /// The document of this moment, as exporters want it.
  func exportSource() async -> ExportSource {
    let name = document.path?.name ?? filing.proposedName
    let stem = String(decoding: ExportRequest.stem(of: FilePath(name)), as: UTF8.self)
    return ExportSource(document: await document.settledTree(), folder: document.folder, name: stem)
  }

  /// Says that an export is there, and offers it.
  func exported(_ path: FilePath, remarks: [String]) {
    let remark = remarks.first.map { remarks.count > 1 ? $0 + " …" : $0 }
    tell([tr("Exported as “%s”.").filled(path.name), remark].compactMap { $0 }.joined(separator: " "), tr("Open")) { [weak self] in
      Desktop.open(File(path: path.description).uri, over: self?.window)
    }
  }
}
