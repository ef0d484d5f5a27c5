// Owns: what is done to sections from the outline: plans, the one door of the buffer, what is said when nothing is done.

import Documents
import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Runs edits of sections on a document.
final class OutlineWork {
  private unowned let pane: OutlinePane
  private var document: Document { pane.document }
  /// Tells the person something in passing.
  var tell: (String) -> Void = { _ in }

  init(_ pane: OutlinePane) { self.pane = pane }

  /// Whether the text may be changed now.
  var canEdit: Bool { document.buffer.isEditable && !pane.editor.view.isComposing }

  /// Makes a change; the sections that `follow` names in the new text are selected then.
  private func make(
    _ plan: (SectionEdits) throws(SectionRefusal) -> EditPlan?, follow: (SectionEdits, EditPlan) -> [TextOffset] = { _, _ in [] }
  ) -> Bool {
    guard canEdit else {
      tell(tr("The text cannot be changed now."))
      return false
    }
    let edits = pane.upToDate()
    do throws(SectionRefusal) {
      guard let plan = try plan(edits) else { return false }
      let places = follow(edits, plan)
      guard document.buffer.apply(plan) else { return false }
      _ = pane.upToDate()
      if !places.isEmpty { pane.select(sectionsAt: places) }
      return true
    } catch {
      tell(error.wording)
      return false
    }
  }

  private func places(_ chosen: [Int], _ edits: SectionEdits, _ plan: EditPlan) -> [TextOffset] {
    chosen.map { plan.map(edits.sections[$0].heading.range.lower, .after) }
  }

  func changeLevels(_ chosen: [Int], by step: Int) {
    _ = make { edits throws(SectionRefusal) in
      try edits.changeLevels(chosen, by: step)
    } follow: {
      self.places(chosen, $0, $1)
    }
  }

  func delete(_ chosen: [Int]) {
    guard make({ edits throws(SectionRefusal) in try edits.delete(chosen) }) else { return }
    pane.selection.positions = []
    pane.grabFocus()
    let text = ngettext("Deleted %s section", "Deleted %s sections", chosen.count)
    tell(text.filled(Format.number(chosen.count)))
  }

  func duplicate(_ chosen: [Int]) {
    let old = pane.upToDate().sections
    guard make({ edits throws(SectionRefusal) in try edits.duplicate(chosen) }) else { return }
    // A copy comes behind its section, and moves those after it on.
    var copies: [Int] = []
    var added = 0
    for root in old.roots(chosen) {
      copies.append(old[root].end + added)
      added += old[root].end - root
    }
    let sections = pane.rows.sections
    pane.select(sectionsAt: copies.filter { $0 < sections.count }.map { sections[$0].heading.range.lower })
  }

  /// Moves sections to a place and selects them there.
  func move(_ chosen: [Int], to place: SectionPlace) {
    let roots = pane.rows.sections.roots(chosen)
    let count = roots.reduce(0) { $0 + pane.rows.sections[$1].end - $1 }
    var first = 0
    let didMove = make { edits throws(SectionRefusal) in
      // How many sections that stay come before the place.
      let inside = edits.sections.roots(chosen).reduce(0) { $0 + max(0, min(edits.sections[$1].end, place.before) - $1) }
      first = place.before - inside
      return try edits.move(chosen, to: place)
    }
    guard didMove else { return }
    let sections = pane.rows.sections
    guard first + count <= sections.count else { return }
    var moved: [TextOffset] = []
    var index = first
    while index < first + count {
      moved.append(sections[index].heading.range.lower)
      index = max(index + 1, sections[index].end)
    }
    pane.select(sectionsAt: moved)
  }

  /// Moves the selected sections past the one above or below at their level or higher.
  func shift(_ chosen: [Int], down: Bool) {
    let sections = pane.upToDate().sections
    let roots = sections.roots(chosen)
    guard let first = roots.first, let last = roots.last, let level = roots.map({ sections[$0].level }).min() else { return }
    let place: SectionPlace
    if down {
      let next = sections[last].end
      guard next < sections.count, sections[next].level == level else { return }
      place = SectionPlace(before: sections[next].end, level: level)
    } else {
      guard let previous = (0..<first).last(where: { sections[$0].level <= level }), sections[previous].level == level else { return }
      place = SectionPlace(before: previous, level: level)
    }
    move(chosen, to: place)
  }

  func rename(_ section: Int) {
    guard canEdit else { return tell(tr("The text cannot be changed now.")) }
    pane.rename(section) { [weak self] title in
      guard let title else { return }
      _ = self?.make { edits throws(SectionRefusal) in section < edits.sections.count ? try edits.rename(section, to: title) : nil }
    }
  }

  /// Makes a section behind another (at the end for nil), and lets it be named.
  func insert(after section: Int?) {
    var count = 0
    let title = tr("New Section")
    let isMade = make { edits throws(SectionRefusal) in
      count = section.map { edits.sections[$0].end } ?? edits.sections.count
      return try edits.insert(title: title, after: section)
    }
    guard isMade, count < pane.rows.sections.count else { return }
    pane.select(sectionsAt: [pane.rows.sections[count].heading.range.lower])
    rename(count)
  }

  func undo() { document.buffer.undo() }
  func redo() { document.buffer.redo() }

  // MARK: Leaving the text

  func copyLinks(_ chosen: [Int]) { Clipboard.set(pane.upToDate().links(to: chosen)) }

  func copy(_ chosen: [Int]) { Clipboard.set(pane.upToDate().text(of: chosen)) }

  /// Asks for a place and writes sections there as a document of their own.
  func export(_ chosen: [Int]) async {
    let edits = pane.upToDate()
    guard let first = chosen.first else { return }
    let text = edits.text(of: chosen)
    let chooser = FileChooser(
      .save, title: ngettext("Export Section", "Export Sections", chosen.count), parent: pane.widget.window, accept: tr("_Export"))
    chooser.setName(
      DocumentName.proposal(from: edits.sections[first].heading.title, ending: ".md")?.text ?? tr("Untitled") + ".md")
    if let folder = document.folder { chooser.setFolder(File(path: folder.description)) }
    guard let chosenFile = await chooser.choose().first?.path else { return }
    let path = FilePath(chosenFile)
    do throws(SaveError) {
      // The chooser has asked before it gave the name of a file that exists.
      _ = try await Saver(state: ProgramState.folder).save(ChunkedText(text), to: path, encoding: .utf8, over: .anything)
      tell(tr("Exported to %s").filled(path.name))
    } catch {
      tell(Notice(error).title)
    }
  }
}

extension SectionRefusal {
  /// Why the text stayed as it is, for people.
  var wording: String {
    switch self {
    case .tooDeep: tr("There are only six levels of headings.")
    case .atTheEnd: tr("The heading cannot go further that way.")
    case .emptyTitle: tr("A heading needs a title.")
    case .wouldChangeOthers:
      tr("Other sections would change: something is open to its end, such as a code block without its last line.")
    }
  }
}
