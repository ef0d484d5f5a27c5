// Owns: one run of the system's print dialog, from the wish to the last page.

import Documents
import GLibKit
import GtkKit
import PreviewKit
import Typesetting

/// Prints a document: the pages are those of the PDF.
final class PrintRun {
  private let operation: PrintOperation
  private var source: ExportSource
  private let choices: ExportChoices
  private unowned let owner: DocumentWindow
  private var work: BackgroundWork<DocumentPages?>?
  private var pages: DocumentPages?
  private var hasColours = false
  private var onEnd: (PrintOperation.Outcome) -> Void = { _ in }

  init(_ source: ExportSource, _ preferences: AppPreferences, over owner: DocumentWindow) {
    self.source = source
    self.owner = owner
    choices = ExportChoices(preferences)
    operation = PrintOperation(job: source.name)
  }

  /// Shows the dialog; the handler hears how it ended.
  func start(_ onEnd: @escaping (PrintOperation.Outcome) -> Void) {
    self.onEnd = onEnd
    listen()
    makeColours()
    let paper = choices.settings(for: .pdf).paper
    operation.propose(width: paper.width, height: paper.height)
    operation.run(over: owner.window)
  }

  /// Colours the code while the dialog is there.
  private func makeColours() {
    Task { [weak self] in
      guard let document = self?.source.document else { return }
      let colours = await CodeColourTable.make(of: document) { [weak self] in self == nil }
      self?.source.colours = colours
      self?.hasColours = true
    }
  }

  private func listen() {
    operation.onPaginate { [weak self] paper in self?.paginate(paper) ?? true }
    operation.onDraw { [weak self] page, context in
      guard let pages = self?.pages, page < pages.count else { return }
      pages.draw(page, on: context)
    }
    operation.onPreview { [weak self] end in self?.showPreview(end) }
    operation.onDone { [weak self] outcome in
      self?.work?.progress.stop()
      self?.onEnd(outcome)
    }
  }

  /// Makes the pages for the chosen paper away from the main thread; true when they are there.
  private func paginate(_ paper: PrintOperation.Paper) -> Bool {
    guard hasColours else { return false }
    let work = work ?? makePages(options(for: paper))
    self.work = work
    // Asked again and again while nothing else is to do: a short wait keeps that from being busy.
    guard let made = work.result(waiting: 0.02) else { return false }
    pages = made
    operation.setPageCount(made?.count ?? 1)
    return true
  }

  private func makePages(_ options: PageOptions) -> BackgroundWork<DocumentPages?> {
    BackgroundWork { [source] progress in
      let pictures = PaperPictures(folder: source.folder?.description)
      return try? DocumentPages(source.document, options: options, pictures: pictures, colours: source.colours) { progress.advance(to: $0) }
    }
  }

  private func options(for paper: PrintOperation.Paper) -> PageOptions {
    var settings = choices.settings(for: .pdf)
    // What is on the screen's ground is wasted ink on paper.
    settings.theme = "print"
    let margins = settings.margins
    settings.margins = nil
    var options = (try? PDFExporter.options(settings, name: source.name)) ?? PageOptions()
    var format = PageFormat(width: paper.width, height: paper.height)
    if let margins {
      format.margins = PageFormat.Margins(top: margins.top, right: margins.right, bottom: margins.bottom, left: margins.left)
    }
    // No letter stands where the printer cannot reach.
    format.margins.top = max(format.margins.top, paper.margins[0])
    format.margins.right = max(format.margins.right, paper.margins[1])
    format.margins.bottom = max(format.margins.bottom, paper.margins[2])
    format.margins.left = max(format.margins.left, paper.margins[3])
    options.format = format
    return options
  }

  private func showPreview(_ end: @escaping () -> Void) {
    guard let pages else {
      end()
      return
    }
    PageView(pages, title: tr("Print Preview"), over: owner.window, onClose: end)
  }
}
