import HeaderModel

/// Keeps what people have made of their bars. The application chooses where; the kit keeps nothing itself.
public protocol LayoutStorage: AnyObject {
  /// Returns the stored layout of a bar, `nil` when there is none.
  func storedLayout(of bar: BarID) -> StoredLayout?

  /// Stores the layout of a bar; the layouts of other bars stay.
  func store(_ layout: StoredLayout, for bar: BarID)

  /// Is run when a layout has been changed by something other than `store`, as by another process.
  var onForeignChange: (() -> Void)? { get set }
}

/// Keeps layouts as long as the process lives: for programs without settings, and tests.
public final class MemoryLayoutStorage: LayoutStorage {
  /// The stored layouts by bar.
  public private(set) var layouts: [BarID: StoredLayout]
  public var onForeignChange: (() -> Void)?

  /// Makes a storage that already holds some layouts.
  public init(_ layouts: [BarID: StoredLayout] = [:]) { self.layouts = layouts }

  public func storedLayout(of bar: BarID) -> StoredLayout? { layouts[bar] }
  public func store(_ layout: StoredLayout, for bar: BarID) { layouts[bar] = layout }

  /// Changes a layout as another process would.
  public func change(_ layout: StoredLayout?, for bar: BarID) {
    layouts[bar] = layout
    onForeignChange?()
  }
}
