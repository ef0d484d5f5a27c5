// Owns: two widgets side by side where there is room, and one under the other where there is not.

import CGLib
import CGtk
public import GLibKit

/// Shows a text with what can be done about it: beside it, or under it in a narrow window.
public struct FoldingRow: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_widget_get_type() }

  /// Makes a row; `text` takes the room that `controls` leave, and goes over them when it would get less than `room` pixels.
  public init(_ text: some Widget, _ controls: some Widget, room: Int = 220, spacing: Int = 12) {
    let container = CustomContainer(FoldingLayout(room: room, spacing: spacing))
    container.append(text)
    container.append(controls)
    ref = container.ref
  }
}

/// Lays the two children out.
private final class FoldingLayout: LayoutDelegate {
  private let room: Int
  private let spacing: Int

  init(room: Int, spacing: Int) {
    self.room = room
    self.spacing = spacing
  }

  var heightFollowsWidth: Bool { true }

  private func isFolded(_ text: AnyWidget, _ controls: AnyWidget, _ width: Int) -> Bool {
    let wide = text.measure(.horizontal)
    return width < min(wide.natural, max(room, wide.minimum)) + spacing + controls.measure(.horizontal).natural
  }

  func measure(_ container: AnyWidget, _ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int) {
    let children = container.children
    guard children.count == 2 else { return (0, 0) }
    let (text, controls) = (children[0], children[1])
    let across = controls.measure(.horizontal)
    switch orientation {
    case .horizontal:
      let wide = text.measure(.horizontal)
      return (max(wide.minimum, across.minimum), wide.natural + spacing + across.natural)
    case .vertical:
      let below = controls.measure(.vertical)
      guard across.natural > 0 else {
        let height = text.measure(.vertical, for: size)
        return (height.minimum, height.natural)
      }
      if size >= 0, isFolded(text, controls, size) {
        let height = text.measure(.vertical, for: size)
        return (height.minimum + spacing / 2 + below.minimum, height.natural + spacing / 2 + below.natural)
      }
      let height = text.measure(.vertical, for: size < 0 ? -1 : size - spacing - across.natural)
      return (max(height.minimum, below.minimum), max(height.natural, below.natural))
    }
  }

  func allocate(_ container: AnyWidget, width: Int, height: Int, baseline: Int) {
    let children = container.children
    guard children.count == 2 else { return }
    let (text, controls) = (children[0], children[1])
    let wide = controls.measure(.horizontal).natural
    guard wide > 0 else {
      text.allocate(x: 0, y: 0, width: width, height: height)
      return controls.allocate(x: 0, y: 0, width: 0, height: 0)
    }
    if isFolded(text, controls, width) {
      let low = controls.measure(.vertical).natural
      let top = height - low - spacing / 2
      let across = min(width, wide)
      text.allocate(x: 0, y: 0, width: width, height: top)
      controls.allocate(x: container.isRightToLeft ? 0 : width - across, y: top + spacing / 2, width: across, height: low)
    } else {
      let rest = width - spacing - wide
      text.allocate(x: container.isRightToLeft ? wide + spacing : 0, y: 0, width: rest, height: height)
      controls.allocate(x: container.isRightToLeft ? 0 : rest + spacing, y: 0, width: wide, height: height)
    }
  }
}
