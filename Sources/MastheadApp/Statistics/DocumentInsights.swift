// Owns: the two windows that look into a document, of which each document has one at most.

import Commands
import GLibKit
import GtkKit

/// Opens statistics and comments of a window's document, and lets them follow it.
final class DocumentInsights: WindowPart {
  private unowned let owner: DocumentWindow
  private weak var statistics: StatisticsWindow?
  private weak var comments: CommentsWindow?

  init(_ owner: DocumentWindow) {
    self.owner = owner
    let document = owner.document
    document.onTextChange { [weak self] _, _ in
      self?.statistics?.countSoon()
      self?.comments?.readSoon()
    }
    document.onLoad { [weak self] in
      self?.statistics?.countSoon()
      self?.comments?.readSoon()
    }
    document.buffer.onSelectionChange { [weak self] in self?.statistics?.countSoon() }
  }

  var handlers: [String: CommandHandler] {
    [
      "statistics": .run { [weak self] in self?.showStatistics() },
      "comments": .run { [weak self] in self?.showComments() },
    ]
  }

  func windowLeft() {
    statistics?.window?.close()
    comments?.window?.close()
  }

  private func showStatistics() {
    if let window = statistics?.window { return window.present() }
    // The window keeps what it shows.
    let made = StatisticsWindow(owner.document, over: owner.window)
    statistics = made
    made.window?.present()
  }

  private func showComments() {
    if let window = comments?.window { return window.present() }
    let made = CommentsWindow(owner.document, over: owner.window)
    made.onShow = { [weak owner] range in
      owner?.window?.present()
      owner?.showSource(range.lower)
    }
    comments = made
    made.window?.present()
  }
}
