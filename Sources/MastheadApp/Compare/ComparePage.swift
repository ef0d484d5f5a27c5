// Owns: the page that shows the differences between a person's text and the file's, and what is chosen there.

import Documents
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel
import TextModel

/// Shows two texts' differences and lets a person take one or the other for each.
final class ComparePage {
  let page: HeaderPage
  /// The file's version that is compared with.
  private(set) var found: LoadedDocument
  private var merge: Merge
  private var cards: [ChangeCard] = []
  private let list = Box(.vertical, spacing: 12)
  private let summary = Label(announcing: .status)
  private let more: Button
  private let onApply: () -> Void
  /// How many differences get their cards at a time: a rewritten document has thousands.
  private static let portion = 50

  /// Makes the page; `onApply` runs when the person has chosen.
  init(mine: ChunkedText, found: LoadedDocument, name: String, onApply: @escaping () -> Void) {
    self.found = found
    self.onApply = onApply
    merge = Merge(mine: mine, theirs: found.text)
    more = Button(label: "")
    more.horizontalAlignment = .center
    more.addClass("pill")
    list.setMargins(top: 18, bottom: 18, start: 12, end: 12)
    let scroller = ScrolledWindow(Clamp(Box(.vertical, spacing: 0, [list, more]), maximum: 860), horizontal: .never)
    scroller.expandsVertically = true
    summary.horizontalPosition = 0
    summary.wraps = true
    let allMine = Button(label: tr("All Mine"))
    let allTheirs = Button(label: tr("All the File’s"))
    let apply = Button(label: tr("_Apply"))
    apply.addClass("suggested-action")
    let bar = FoldingRow(summary, Box(.horizontal, spacing: 6, [allMine, allTheirs, apply]))
    bar.addClass("compare-bar")
    page = HeaderPage(
      item: HeaderItem(
        style: .navigator, title: TitleContent(name: tr("Compare “%s” with Its File").filled(name)), backAction: BarAction("win.back")),
      content: Box(.vertical, spacing: 0, [scroller, bar]))
    allMine.onClick { [weak self] in self?.chooseAll(theirs: false) }
    allTheirs.onClick { [weak self] in self?.chooseAll(theirs: true) }
    apply.onClick { [weak self] in self?.onApply() }
    more.onClick { [weak self] in self?.showMore() }
    fill()
    // Return and arrows work at once, and the text's accelerators have no text to work on.
    page.onShow = { [held = Weak(apply)] in held.object?.grabFocus() }
  }

  /// The texts that are compared: the person's, and the plan that the choices make of it.
  var mine: ChunkedText { merge.difference.old }
  var plan: EditPlan { merge.plan }

  /// Compares other versions; what was chosen about the old ones means nothing any more.
  func compare(mine: ChunkedText, found: LoadedDocument) {
    self.found = found
    merge = Merge(mine: mine, theirs: found.text)
    fill()
  }

  private func chooseAll(theirs: Bool) {
    merge.chooseAll(theirs: theirs)
    for card in cards { card.show(theirs: theirs) }
    summarize()
  }

  private func fill() {
    list.removeAll()
    cards = []
    showMore()
    summarize()
  }

  private func showMore() {
    let range = cards.count..<min(cards.count + Self.portion, merge.count)
    for index in range {
      let card = ChangeCard(
        merge.difference.excerpt(at: index), number: index + 1, of: merge.count, theirs: merge.taken.contains(index)
      ) { [weak self] theirs in
        self?.merge.choose(index, theirs: theirs)
        self?.summarize()
      }
      cards.append(card)
      list.append(card.widget)
    }
    let left = merge.count - cards.count
    more.isVisible = left > 0
    more.setLabel(ngettext("Show %s More", "Show %s More", min(left, Self.portion)).filled(Format.number(min(left, Self.portion))))
  }

  private func summarize() {
    let differences = ngettext("%s difference", "%s differences", merge.count).filled(Format.number(merge.count))
    summary.text =
      merge.taken.isEmpty
      ? tr("%s; your text is kept everywhere.").filled(differences)
      : tr("%s; the file’s text is taken for %s.").filled(differences, Format.number(merge.taken.count))
  }
}
