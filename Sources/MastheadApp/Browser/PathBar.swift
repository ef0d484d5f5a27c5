// Owns: the row that says where the document browser is, and leads to the places around it.

import Documents
import GLibKit
import GtkKit

/// Shows the way to a place as buttons.
final class PathBar {
  let widget: AnyWidget
  private let row = Box(.horizontal, spacing: 0)
  private let scroller: ScrolledWindow
  var onGo: (BrowserPlace) -> Void = { _ in }

  init() {
    row.addClass("path-bar")
    row.setMargins(top: 3, bottom: 3, start: 6, end: 6)
    scroller = ScrolledWindow(row, horizontal: .external, vertical: .never)
    scroller.addClass("path-bar-scroller")
    scroller.setAccessibleLabel(tr("Place"))
    widget = AnyWidget(scroller)
  }

  /// Shows the way to a place.
  func show(_ place: BrowserPlace) {
    row.removeAll()
    add(tr("Recent"), icon: "document-open-recent-symbolic", .recent, isHere: place == .recent)
    let home = FilePath(Folders.home)
    var steps: [(name: String, icon: String?, path: FilePath)] = []
    if case .folder(let folder) = place {
      var path = folder
      while path != home, path.bytes.count > 1 {
        steps.insert((path.name, nil, path), at: 0)
        path = path.folder
      }
      if path == home {
        steps.insert((tr("Home"), "user-home-symbolic", home), at: 0)
      } else {
        steps.insert((tr("Computer"), "drive-harddisk-symbolic", "/"), at: 0)
      }
    } else {
      steps = [(tr("Home"), "user-home-symbolic", home)]
      if let documents = Folders.documents.map({ FilePath($0) }), documents != home {
        add(tr("Documents"), icon: "folder-documents-symbolic", .folder(documents), isHere: false)
      }
    }
    for (index, step) in steps.enumerated() {
      if index > 0 || place != .recent { separate(index == 0) }
      add(step.name, icon: step.icon, .folder(step.path), isHere: place == .folder(step.path))
    }
    // The end of the way is what counts.
    MainLoop.next { [held = Weak(scroller)] in
      guard let adjustment = held.object?.horizontal else { return }
      adjustment.value = adjustment.upper
    }
  }

  private func separate(_ isFirst: Bool) {
    if isFirst {
      let line = Separator(.vertical)
      line.setMargins(top: 6, bottom: 6, start: 6, end: 6)
      row.append(line)
    } else {
      let sign = Image(icon: row.isRightToLeft ? "pan-start-symbolic" : "pan-end-symbolic")
      sign.addClass("dim-label")
      row.append(sign)
    }
  }

  private func add(_ name: String, icon: String?, _ place: BrowserPlace, isHere: Bool) {
    let button = Button()
    let label = Label(name)
    label.cut = .middle
    label.setWidth(maximum: 24)
    let content = Box(.horizontal, spacing: 6)
    if let icon { content.append(Image(icon: icon)) }
    content.append(label)
    button.setChild(content)
    button.addClass("flat")
    button.setClass("path-here", isHere)
    button.setAccessibleLabel(name)
    button.onClick { [weak self] in self?.onGo(place) }
    row.append(button)
  }
}
