import GLibKit
import GtkKit
import HeaderModel

/// Lets groups glide from where they were drawn to where they belong, while customizing.
final class GroupMotion {
  private static let duration = 0.18
  private var drawn: [GroupID: Int] = [:]
  private var from: [GroupID: Int] = [:]
  private var start = -1.0
  private var frames: FrameCallback?

  /// Begins from the places that were drawn last.
  func begin(in widget: some Widget) {
    from = drawn
    start = MainLoop.now
    frames?.cancel()
    let held = Weak(AnyWidget(widget))
    frames = widget.onFrame { [weak self] _ in
      guard let self, let widget = held.object else { return false }
      widget.queueAllocate()
      return MainLoop.now - self.start < Self.duration
    }
  }

  /// Returns where a group is drawn now on its way to a place.
  func place(of id: GroupID, goingTo target: Int) -> Int {
    let progress = min(1, max(0, (MainLoop.now - start) / Self.duration))
    var place = target
    if progress < 1, let from = from[id] {
      // Fast first, then settling.
      let rest = 1 - progress
      place = target + Int((Double(from - target) * rest * rest * rest).rounded())
    }
    drawn[id] = place
    return place
  }
}
