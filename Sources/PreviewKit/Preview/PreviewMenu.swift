// Owns: the preview's context menu: what can be done with what is under the pointer, and with what is selected.

internal import GLibKit
internal import GtkKit
internal import Typesetting

extension PreviewView {
  func openMenu(_ x: Double, _ y: Double) {
    guard let area = area.object else { return }
    let actions = SimpleActionGroup()
    let hit = hit(x, y)
    var items: [MenuItem] = []
    func add(_ title: String, _ name: String, _ run: @escaping () -> Void) {
      items.append(MenuItem(title, action: "preview." + name))
      actions.addAction(name, run)
    }
    if let link = hit?.link { addLink(link, add) }
    if let picture = hit?.picture { addPicture(picture, add) }
    if !galley.selection.isEmpty {
      add(tr("Copy"), "copy") { [weak self] in self?.copy() }
      add(tr("Copy as Markdown"), "copy-source") { [weak self] in self?.copySource() }
    }
    add(tr("Select All"), "select-all") { [weak self] in self?.selectAll() }
    if let source = hit?.source {
      if let heading = galley.heading(at: source) {
        add(tr("Copy Link to Heading"), "copy-heading") { Clipboard.set("#" + heading) }
      }
      add(tr("Show in Source"), "show-source") { [weak self] in
        guard let self else { return }
        delegate?.preview(self, showSourceAt: source)
      }
    }
    area.insertActionGroup("preview", actions)
    show(Menu(items), over: area, x, y)
  }

  private func addLink(_ address: [UInt8], _ add: (String, String, @escaping () -> Void) -> Void) {
    switch LinkTarget(address, folder: folder) {
    case .web: add(tr("Open Link"), "open") { [weak self] in self?.follow(address) }
    case .heading: add(tr("Go to Heading"), "open") { [weak self] in self?.follow(address) }
    case .document: add(tr("Open Document"), "open") { [weak self] in self?.follow(address) }
    case .file: add(tr("Show in Files"), "open") { [weak self] in self?.follow(address) }
    case .unopened: break
    }
    if !address.starts(with: "#fn".utf8) {
      add(tr("Copy Address"), "copy-address") { Clipboard.set(String(decoding: address, as: UTF8.self)) }
    }
  }

  private func addPicture(_ address: [UInt8], _ add: (String, String, @escaping () -> Void) -> Void) {
    let target = LinkTarget(address, folder: folder)
    switch (target, pictures.picture(at: address)) {
    case (.web, _): add(tr("Open Picture in Browser"), "open-picture") { [weak self] in self?.follow(address) }
    case (_, .failed(.outside)):
      add(tr("Show Pictures of Other Folders"), "show-pictures") { [weak self] in self?.showPicturesOfOtherFolders() }
    case (.file(let path), let picture):
      if case .ready = picture {
        add(tr("Open Picture"), "open-picture") { [weak self] in self.map { $0.delegate?.preview($0, openPicture: path) } }
      }
      add(tr("Show Picture in Files"), "show-picture") { [weak self] in self?.follow(address) }
    default: break
    }
    add(tr("Copy Address of Picture"), "copy-picture") { Clipboard.set(String(decoding: address, as: UTF8.self)) }
  }

  /// Shows what the document's folder does not hold, for as long as the document is open there.
  private func showPicturesOfOtherFolders() {
    pictures.mayLeaveFolder = true
    textures.clear()
    restyle()
  }

  private func show(_ entries: Menu, over area: Scrollable, _ x: Double, _ y: Double) {
    let popover = PopoverMenu(entries)
    popover.setParent(area)
    popover.setPointing(to: Rectangle(x: x, y: y, width: 1, height: 1))
    popover.setHasArrow(false)
    // The last one stays until now: its entry's action ran after it had closed, and the button that chose it was let go after that.
    menu?.object?.unparent()
    self.menu = Weak(popover)
    popover.popUp()
  }
}
