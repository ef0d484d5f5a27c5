// Owns: a window that shows pages one by one, as they will be printed.
// Rule: the window widget keeps this controller; the controller refers to the window weakly.

import GLibKit
import GtkKit
import Typesetting

/// Shows a document's pages.
final class PageView {
  private let weakWindow: Weak<Window>
  private let pages: DocumentPages
  private let area: DrawingArea
  private let place = Label("")
  private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Previous page"))
  private let forward = Button(icon: "go-next-symbolic", tooltip: tr("Next page"))
  private let model: Shown
  private static let key = "masthead-page-view"

  /// What the drawing function reads: it must not hold the widget.
  private final class Shown {
    let pages: DocumentPages
    var page = 0
    init(_ pages: DocumentPages) { self.pages = pages }

    func draw(on context: OpaquePointer, _ width: Int, _ height: Int) {
      pages.draw(page, on: context, fitting: Double(width), Double(height))
    }
  }

  /// Shows pages in a window over another; `onClose` is called once.
  @discardableResult
  init(_ pages: DocumentPages, title: String, over parent: (some WindowWidget)?, onClose: @escaping () -> Void) {
    self.pages = pages
    let model = Shown(pages)
    self.model = model
    let window = Window()
    weakWindow = Weak(window)
    window.title = title
    window.setTransient(for: parent)
    window.defaultSize = (width: 640, height: 800)
    area = DrawingArea { context, width, height in model.draw(on: context, width, height) }
    area.expandsHorizontally = true
    area.expandsVertically = true
    area.setAccessibleLabel(tr("Page"))
    let bar = HeaderBar()
    bar.packStart(back)
    bar.packStart(forward)
    bar.packEnd(place)
    window.setContent(Box(.vertical, [bar, area]))
    window.keep(self, for: Self.key)
    back.onClick { [weak self] in self?.turn(by: -1) }
    forward.onClick { [weak self] in self?.turn(by: 1) }
    let keys = KeyController()
    keys.onPress { [weak self] key, _ in
      switch key {
      case .pageUp, .left, .up: self?.turn(by: -1)
      case .pageDown, .right, .down: self?.turn(by: 1)
      case .home: self?.turn(by: -pages.count)
      case .end: self?.turn(by: pages.count)
      case .escape: self?.weakWindow.object?.close()
      default: return false
      }
      return true
    }
    keys.phase = .capture
    window.add(keys)
    window.onDestroy { onClose() }
    turn(by: 0)
    window.present()
  }

  private func turn(by count: Int) {
    model.page = max(0, min(model.page + count, pages.count - 1))
    place.text = tr("Page %1$s of %2$s").filled(Format.number(model.page + 1), Format.number(pages.count))
    back.isSensitive = model.page > 0
    forward.isSensitive = model.page + 1 < pages.count
    area.queueDraw()
  }
}
