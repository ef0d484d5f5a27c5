// Owns: what a window of the program shows has in common, whether a document or the document browser.

import GLibKit
import GtkKit

/// What a window of the program shows. The window keeps it; another content takes its place in the same window.
protocol WindowContent: AnyObject {
  /// The window, or nil when it has been destroyed or shows something else.
  var window: ApplicationWindow? { get }
  /// Shows a notice that goes by itself.
  func tell(_ text: String)
}

extension WindowContent {
  /// Runs work that waits for a disk, a person or another program, and keeps this alive until it has ended: its window may be closed
  /// meanwhile.
  func run(_ work: @escaping () async -> Void) {
    Task {
      await work()
      withExtendedLifetime(self) {}
    }
  }

  /// Shows a question or a failure over the window and waits for the answer.
  func ask(_ notice: Notice, _ answers: [(id: String, label: String, appearance: MessageDialog.Appearance)], cancel: String) async -> String
  {
    guard let window else { return cancel }
    let dialog = MessageDialog(window, heading: notice.title, body: notice.body)
    for answer in answers { dialog.addResponse(answer.id, answer.label, answer.appearance) }
    dialog.setCloseResponse(cancel)
    if let suggested = answers.first(where: { $0.appearance == .suggested }) ?? answers.last { dialog.setDefaultResponse(suggested.id) }
    return await dialog.ask() ?? cancel
  }
}

extension ApplicationWindow {
  private static var key: String { "masthead-window-content" }

  /// What the window shows, or nil when it is none of the program's main windows.
  var shown: (any WindowContent)? { ref.kept(for: Self.key) as? any WindowContent }

  /// Keeps what the window shows, and lets go of what it showed before.
  func show(_ content: some WindowContent) { keep(content, for: Self.key) }
}
