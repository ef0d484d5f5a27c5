// Owns: what is said about a document above its text, as long as it holds; one at a time, the most important first.

import GLibKit
import GtkKit

/// Shows standing notices.
final class NoticeBanner {
  /// What notices are about, the most important first.
  enum Subject: Int, CaseIterable {
    case draftTrouble, readOnly, remote, external, missing, largeFile, longLines
  }

  let widget: AnyWidget
  private let banner: Banner
  private var notices: [Subject: (message: String, choices: [Banner.Choice])] = [:]
  private var dismissed: Set<Subject> = []
  /// What is to be seen now: the subject, the message and the buttons.
  private var shown: (Subject, [String])?

  init() {
    banner = Banner()
    widget = AnyWidget(banner)
  }

  /// Shows a notice unless the person has sent it away.
  func show(_ subject: Subject, _ message: String, _ choices: [Banner.Choice] = []) {
    guard !dismissed.contains(subject) else { return }
    notices[subject] = (message, choices)
    update()
  }

  /// Takes a notice away because it holds no longer; it may come again.
  func hide(_ subject: Subject) {
    guard notices.removeValue(forKey: subject) != nil else { return }
    update()
  }

  /// Takes a notice away because the person has read it; it does not come again.
  func dismiss(_ subject: Subject) {
    dismissed.insert(subject)
    hide(subject)
  }

  private func choose(_ index: Int, about subject: Subject) {
    guard let choices = notices[subject]?.choices, index < choices.count else { return }
    choices[index].handler()
  }

  private func update() {
    guard let first = Subject.allCases.first(where: { notices[$0] != nil }), let notice = notices[first] else {
      shown = nil
      banner.hide()
      return
    }
    let words = [notice.message] + notice.choices.map(\.label)
    if let shown, shown == (first, words) { return }
    shown = (first, words)
    // The buttons stay when the same is said again, and do what was meant last: the file may have changed once more.
    banner.show(
      notice.message,
      notice.choices.enumerated().map { index, choice in
        Banner.Choice(choice.label, isSuggested: choice.isSuggested) { [weak self] in self?.choose(index, about: first) }
      })
  }
}
