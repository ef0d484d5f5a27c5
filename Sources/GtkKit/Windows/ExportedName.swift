// Owns: the name by which other programs know a window, so that a dialog of theirs stays over it.

import CGtk
import CGtkShim
import GLibKit

/// The name of a window for portals: "x11:…" or "wayland:…".
public final class ExportedName {
  /// The name; empty where the display gives none.
  public private(set) var text = ""
  private let window: Weak<AnyWidget>
  private var waiting: CheckedContinuation<Void, Never>?
  private var limit: ScheduledCall?
  private var isAnswered = false

  /// Gives a window a name, waiting for it at most a second. The name holds until `takeBack`, which must be called.
  public init(of window: some WindowWidget) async {
    self.window = Weak(AnyWidget(window))
    let answer: MastheadWindowHandle = { name, data in
      nonisolated(unsafe) let data = data!
      let text = name.map { String(cString: $0) } ?? ""
      MainActor.assumeIsolated { Unmanaged<ExportedName>.fromOpaque(data).takeUnretainedValue().answered(text) }
    }
    guard masthead_window_export(window.native(), answer, Unmanaged.passUnretained(self).toOpaque()) != 0, !isAnswered else { return }
    await withCheckedContinuation { continuation in
      waiting = continuation
      limit = MainLoop.after(seconds: 1) { [weak self] in self?.answered("") }
    }
  }

  private func answered(_ text: String) {
    guard !isAnswered else { return }
    isAnswered = true
    self.text = text
    limit?.cancel()
    limit = nil
    waiting?.resume()
    waiting = nil
  }

  /// Gives the name up when nobody needs it any more.
  public func takeBack() {
    isAnswered = true
    if let window = window.object { masthead_window_unexport(window.native()) }
  }
}
