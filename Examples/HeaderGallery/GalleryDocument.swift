import GLibKit
import HeaderKit
import HeaderModel

/// A document that exists only by name: what the title's delegates are asked for.
final class GalleryDocument: TitleDelegate, RenameDelegate {
  private unowned let page: HeaderPage

  init(_ page: HeaderPage) { self.page = page }

  func properties(_ update: @escaping (DocumentProperties) -> Void) -> DocumentProperties? {
    DocumentProperties(
      name: page.item.title.name, icon: "text-x-generic-symbolic", lines: ["Markdown · 12 kB · ~/Notes", "1,204 words · 6 min"])
  }

  func titleMenu() -> [MenuElement] {
    [
      .section([.entry(MenuEntry("Rename…", accelerator: "F2", action: "bar.rename"))]),
      .section([.entry(MenuEntry("Statistics", action: "win.statistics"))]),
    ]
  }

  func draggedFiles() -> [File] { [] }

  var canRename: Bool { true }

  func firstName() -> (name: String, selected: Int) {
    let name = page.item.title.name
    return (
      name,
      name.unicodeScalars.lastIndex(of: ".").map { name.unicodeScalars.distance(from: name.unicodeScalars.startIndex, to: $0) }
        ?? name.unicodeScalars.count
    )
  }

  func problem(with name: String) -> String? {
    if name.isEmpty { return "A name is needed" }
    return name == "taken.md" ? "“taken.md” already exists here" : nil
  }

  func rename(to name: String) { page.item.title.name = name }

  func droppedName(_ name: String, because problem: String) { page.item.title.tooltip = problem }
}
