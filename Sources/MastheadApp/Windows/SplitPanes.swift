// Owns: where editor and preview are in the page: one of them, or both with a handle between.
// Rule: a window under 900 px has no room for both and shows the editor. Which panes are there is decided while the page is laid out, so that
// a new width never shows a frame of the old arrangement.

import GLibKit
import GtkKit

/// Which panes a page shows.
enum ViewMode: String, CaseIterable {
  case editor, split, preview
}

/// Shows editor and preview, and follows the mode and the room that there is.
final class SplitPanes {
  /// The width of a window, in pixels, from which both panes are shown side by side.
  static let widthForBoth = 900
  /// The least and the greatest share of the width that the editor takes beside the preview.
  private static let shares = 0.25...0.75

  let widget: CustomContainer
  private let layout: PaneLayout
  private let handle: Separator

  /// Hears that somebody has asked for other panes, or for another width of one.
  var onArrange: () -> Void = {}

  /// What the person asked for.
  var mode: ViewMode {
    get { layout.mode }
    set {
      guard newValue != layout.mode else { return }
      layout.mode = newValue
      widget.queueResize()
      onArrange()
      layout.settle(width: widget.width)
    }
  }

  /// How much of the window's width something beside the page takes, in pixels: it does not count for whether there is room for both.
  var widthBeside: Int {
    get { layout.widthBeside }
    set {
      layout.widthBeside = newValue
      widget.queueResize()
    }
  }

  /// What is shown: without room for both, the editor alone.
  var shownMode: ViewMode { layout.shown }

  init(editor: some Widget, preview: some Widget, mode: ViewMode) {
    handle = Separator(.vertical)
    layout = PaneLayout(editor: AnyWidget(editor), handle: AnyWidget(handle), preview: AnyWidget(preview), mode: mode)
    widget = CustomContainer(layout)
    for child in [layout.editor, layout.preview, layout.handle] { widget.append(child) }
    handle.addClass("pane-handle")
    handle.setPointer("col-resize")
    handle.isFocusable = true
    handle.setAccessibleLabel(tr("Width of editor and preview"))
    let drag = DragGesture()
    let held = Weak(drag)
    drag.onBegin { _, _ in held.object?.setState(.claimed) }
    // The handle moves under the pointer, so its own coordinates move too: what counts is the way since the last move.
    drag.onMove { [weak self] dx, _ in self?.move(by: dx) }
    handle.add(drag)
    let keys = KeyController()
    keys.onPress { [weak self] key, _ in
      switch key {
      case .left: self?.move(by: -24)
      case .right: self?.move(by: 24)
      case .home: self?.setShare(0.5)
      default: return false
      }
      return true
    }
    handle.add(keys)
  }

  /// Runs a handler when other panes are shown than before.
  func onChange(_ handler: @escaping () -> Void) { layout.changeHandlers.append(handler) }

  private func move(by pixels: Double) {
    guard widget.width > 0 else { return }
    let way = widget.isRightToLeft ? -pixels : pixels
    setShare(layout.share + way / Double(widget.width))
  }

  /// The share of the width that the editor takes beside the preview.
  var share: Double { layout.share }

  func setShare(_ share: Double) {
    layout.share = min(Self.shares.upperBound, max(Self.shares.lowerBound, share))
    widget.queueResize()
    onArrange()
  }
}

/// Lays the panes out.
private final class PaneLayout: LayoutDelegate {
  let editor: AnyWidget
  let handle: AnyWidget
  let preview: AnyWidget
  var mode: ViewMode
  var widthBeside = 0
  /// The share of the width that the editor takes beside the preview.
  var share = 0.5
  private(set) var shown: ViewMode
  var changeHandlers: [() -> Void] = []
  /// The handle's width for the pointer; one pixel of it is drawn.
  private static let handleWidth = 9

  init(editor: AnyWidget, handle: AnyWidget, preview: AnyWidget, mode: ViewMode) {
    self.editor = editor
    self.handle = handle
    self.preview = preview
    self.mode = mode
    shown = mode
  }

  func measure(_ container: AnyWidget, _ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int) {
    switch orientation {
    case .horizontal: (minimum: 280, natural: 460)
    case .vertical: (minimum: 160, natural: 480)
    }
  }

  func allocate(_ container: AnyWidget, width: Int, height: Int, baseline: Int) {
    settle(width: width)
    switch shown {
    case .editor: editor.allocate(x: 0, y: 0, width: width, height: height)
    case .preview: preview.allocate(x: 0, y: 0, width: width, height: height)
    case .split:
      let first = Int((Double(width) * share).rounded())
      let (left, right) = container.isRightToLeft ? (preview, editor) : (editor, preview)
      let border = container.isRightToLeft ? width - first : first
      left.allocate(x: 0, y: 0, width: border, height: height)
      right.allocate(x: border + 1, y: 0, width: width - border - 1, height: height)
      handle.allocate(x: border - Self.handleWidth / 2, y: 0, width: Self.handleWidth, height: height)
    }
  }

  /// Shows the panes that there is room for. Nothing may be resized while sizes are given out, so who has to know hears of it after.
  func settle(width: Int) {
    let next: ViewMode = mode == .split && width > 0 && width + widthBeside < SplitPanes.widthForBoth ? .editor : mode
    editor.isChildVisible = next != .preview
    preview.isChildVisible = next != .editor
    handle.isChildVisible = next == .split
    guard next != shown else { return }
    shown = next
    MainLoop.next { [weak self] in self?.changeHandlers.forEach { $0() } }
  }
}
