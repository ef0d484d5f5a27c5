import HeaderModel

/// Holds the layouts of all bars of an application, so that every window shows the same and follows at once (spec §2.5).
///
/// Make one for the application and give it to every window's `HeaderFrame`.
public final class LayoutLibrary {
  private let storage: any LayoutStorage
  private var histories: [BarID: LayoutHistory] = [:]
  private var declarations: [BarID: [ItemGroup]] = [:]
  private var observers: [ObjectIdentifier: (BarID) -> Void] = [:]

  /// Reads and writes layouts in a storage; it must not be shared with another library.
  public init(storage: any LayoutStorage = MemoryLayoutStorage()) {
    self.storage = storage
    storage.onForeignChange = { [weak self] in self?.readAgain() }
  }

  /// Returns the layout of a bar brought up to its declared groups.
  public func layout(of bar: BarID, for groups: [ItemGroup]) -> BarLayout {
    if declarations[bar]?.map(\.id) == groups.map(\.id), let history = histories[bar] { return history.layout }
    declarations[bar] = groups
    var history = histories[bar] ?? LayoutHistory(stored(bar) ?? BarLayout(defaultFor: groups))
    history.migrate(to: groups)
    histories[bar] = history
    return history.layout
  }

  /// Whether the last change of a bar can be taken back.
  public func canUndo(_ bar: BarID) -> Bool { histories[bar]?.canUndo ?? false }

  /// Changes the layout of a bar that has been shown, stores it, and tells every window; returns whether something changed.
  @discardableResult
  public func apply(_ edit: LayoutEdit, to bar: BarID) -> Bool {
    guard let groups = declarations[bar], histories[bar]?.apply(edit, to: groups) == true else { return false }
    didChange(bar)
    return true
  }

  /// Takes back the last change of a bar; returns whether there was one.
  @discardableResult
  public func undo(_ bar: BarID) -> Bool {
    guard histories[bar]?.undo() == true else { return false }
    didChange(bar)
    return true
  }

  func observe(_ observer: AnyObject, _ change: @escaping (BarID) -> Void) { observers[ObjectIdentifier(observer)] = change }
  func forget(_ observer: AnyObject) { observers[ObjectIdentifier(observer)] = nil }

  private func stored(_ bar: BarID) -> BarLayout? { storage.storedLayout(of: bar).flatMap(BarLayout.init(stored:)) }

  private func didChange(_ bar: BarID) {
    if let layout = histories[bar]?.layout { storage.store(layout.stored, for: bar) }
    tell(bar)
  }

  private func tell(_ bar: BarID) { for change in observers.values { change(bar) } }

  /// Takes over what another process, or a settings editor, has stored.
  private func readAgain() {
    for (bar, groups) in declarations {
      let found = (stored(bar) ?? BarLayout(defaultFor: groups)).migrated(to: groups)
      guard let held = histories[bar]?.layout, held != found else { continue }
      histories[bar]?.adopt(found)
      tell(bar)
    }
  }
}
