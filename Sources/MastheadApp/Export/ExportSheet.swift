// Owns: the sheet in which a person says how a document is exported, and which shows how far that is.
// Rule: the window widget keeps this controller; the controller refers to the window weakly.

import Documents
import GLibKit
import Glibc
import GtkKit
import PreviewKit
import Typesetting

/// Asks for format, paper, margins, theme and contents.
final class ExportSheet {
  private let weakWindow: Weak<Window>
  private unowned let owner: DocumentWindow
  private var choices: ExportChoices
  private var format: ExportFormat
  private var source: ExportSource
  private let export: Button
  private let cancel: Button
  private let rows: PreferencesGroup
  private let meter = ProgressBar()
  private var paperRows: [AnyWidget] = []
  private var webRows: [AnyWidget] = []
  private var running: WorkProgress?
  private static let key = "masthead-export-sheet"

  private var window: Window? { weakWindow.object }

  /// Shows the sheet over a document's window.
  @discardableResult
  init(_ owner: DocumentWindow, _ source: ExportSource, format: ExportFormat) {
    self.owner = owner
    self.source = source
    self.format = format
    choices = ExportChoices(owner.application.preferences)
    let window = Window()
    weakWindow = Weak(window)
    window.title = tr("Export")
    window.setTransient(for: owner.window)
    window.isResizable = false
    window.defaultSize = (width: 460, height: -1)
    cancel = Button(label: tr("_Cancel"))
    export = Button(label: tr("_Export…"))
    export.addClass("suggested-action")
    rows = PreferencesGroup()
    let bar = HeaderBar()
    bar.setShowsWindowButtons(start: false, end: false)
    bar.packStart(cancel)
    bar.packEnd(export)
    meter.setAccessibleLabel(tr("Progress of the export"))
    meter.isVisible = false
    addRows()
    let page = Box(.vertical, spacing: 18, [rows, meter])
    page.setMargins(18)
    window.setContent(Box(.vertical, [bar, page]))
    window.setDefaultWidget(export)
    window.keep(self, for: Self.key)
    cancel.onClick { [weak self] in self?.giveUp() }
    export.onClick { [weak self] in self?.owner.run { await self?.run() } }
    window.onCloseRequest { [weak self] in
      self?.running?.stop()
      return false
    }
    let keys = KeyController()
    keys.onPress { [weak self] key, _ in
      guard key == .escape else { return false }
      self?.giveUp()
      return true
    }
    window.add(keys)
    showRows()
    window.present()
  }

  // MARK: What is asked

  private func addRows() {
    let formats: [(ExportFormat, String)] = [(.pdf, tr("PDF document")), (.html, tr("Web page (HTML)"))]
    let kind = ComboRow(title: tr("Format"), choices: formats.map(\.1), selected: formats.firstIndex { $0.0 == format } ?? 0)
    kind.onSelect { [weak self] in
      self?.format = formats[kind.selected].0
      self?.showRows()
    }
    rows.add(kind)
    let paper = choice(tr("Paper"), ExportChoices.papers, choices.paper) { $0.paper = $1 }
    let margins = choice(tr("Margins"), ExportChoices.marginWidths, choices.margins) { $0.margins = $1 }
    let paperTheme = choice(tr("Theme"), ExportChoices.pdfThemes, choices.pdfTheme) { $0.pdfTheme = $1 }
    let webTheme = choice(tr("Theme"), ExportChoices.htmlThemes, choices.htmlTheme) { $0.htmlTheme = $1 }
    paperRows = [paper, margins, paperTheme].map { AnyWidget($0) }
    let contents = SwitchRow(title: tr("Table of contents"), isOn: choices.hasContents) { [weak self] in self?.choices.hasContents = $0 }
    let images = SwitchRow(
      title: tr("Take images into the page"), subtitle: tr("Otherwise they stay in their files, beside the document"),
      isOn: !choices.isLinked
    ) { [weak self] in self?.choices.isLinked = !$0 }
    webRows = [AnyWidget(webTheme), AnyWidget(images)]
    for row in [paper, margins, paperTheme, webTheme] { rows.add(row) }
    rows.add(contents)
    rows.add(images)
  }

  private func choice(
    _ title: String, _ values: [(value: String, label: String)], _ selected: String,
    _ change: @escaping (inout ExportChoices, String) -> Void
  ) -> ComboRow {
    let row = ComboRow(title: title, choices: values.map(\.label), selected: values.firstIndex { $0.value == selected } ?? 0)
    row.onSelect { [weak self] in
      guard let self, values.indices.contains(row.selected) else { return }
      change(&choices, values[row.selected].value)
    }
    return row
  }

  private func showRows() {
    for row in paperRows { row.isVisible = format == .pdf }
    for row in webRows { row.isVisible = format == .html }
  }

  // MARK: Exporting

  private func giveUp() {
    guard let running else {
      window?.close()
      return
    }
    running.stop()
    cancel.isSensitive = false
  }

  private func run() async {
    guard running == nil, let path = await chooseTarget() else { return }
    choices.remember(in: owner.application.preferences)
    if let own = owner.document.path, own == path {
      await tell(Notice(title: tr("“%s” Is the Document Itself").filled(path.name), body: tr("Choose another name for the export.")))
      return
    }
    let progress = WorkProgress()
    running = progress
    setBusy(true)
    // Short exports end before anybody could read a bar.
    let clock = MainLoop.every(seconds: 0.1) { [weak self] in
      guard let self else { return }
      meter.fraction = progress.share
      meter.isVisible = true
    }
    source.colours = await CodeColourTable.make(of: source.document) { progress.isStopped }
    let outcome = await ExportRun.run(source, format, choices.settings(for: format), to: path, progress: progress)
    clock.cancel()
    running = nil
    switch outcome {
    case .written(let path, let remarks):
      window?.close()
      owner.exported(path, remarks: remarks)
    case .cancelled:
      setBusy(false)
    case .failed(let notice):
      setBusy(false)
      await tell(notice)
    }
  }

  private func setBusy(_ isBusy: Bool) {
    export.isSensitive = !isBusy
    rows.isSensitive = !isBusy
    cancel.isSensitive = true
    if !isBusy { meter.isVisible = false }
  }

  private func chooseTarget() async -> FilePath? {
    let ending = ".\(format.rawValue)"
    let chooser = FileChooser(.save, title: tr("Export As"), parent: window, accept: tr("_Export"))
    switch format {
    case .pdf: chooser.addFilter(tr("PDF documents"), patterns: ["*.pdf"])
    case .html: chooser.addFilter(tr("Web pages"), patterns: ["*.html", "*.htm"])
    }
    chooser.setFolder(File(path: owner.document.folder?.description ?? owner.application.folderForNewDocuments))
    chooser.setName(source.name + ending)
    guard let chosen = await chooser.choose().first?.path else { return nil }
    guard ExportFormat(fileName: Array(chosen.utf8)) != format else { return FilePath(chosen) }
    // The chooser asked about the name without the ending.
    let path = FilePath(chosen + ending)
    guard access(path.description, F_OK) == 0 else { return path }
    let dialog = MessageDialog(
      window, heading: tr("Replace “%s”?").filled(path.name), body: tr("A file of that name is there already; what is in it would be lost.")
    )
    dialog.addResponse("cancel", tr("_Cancel"))
    dialog.addResponse("replace", tr("_Replace"), .destructive)
    dialog.setCloseResponse("cancel")
    return await dialog.ask() == "replace" ? path : nil
  }

  private func tell(_ notice: Notice) async {
    let dialog = MessageDialog(window, heading: notice.title, body: notice.body)
    dialog.addResponse("close", tr("_Close"))
    dialog.setCloseResponse("close")
    _ = await dialog.ask()
  }
}
