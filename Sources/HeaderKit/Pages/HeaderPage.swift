import GtkKit
import HeaderModel

/// One page of a window: what it shows in the bar, and its contents under it.
public final class HeaderPage {
  /// What the bar shows while the page is on top; changing it changes the bar.
  public var item: HeaderItem {
    didSet {
      guard item != oldValue else { return }
      onChange?(oldValue)
    }
  }

  /// What is under the bar.
  public let content: AnyWidget

  /// Makes the widget of a custom control by the item's identifier; asked again when the bar is built anew, so return the same
  /// widget for the same page.
  public var control: (String) -> AnyWidget? = { _ in nil }

  /// Supplies the title's popover and drag; `nil`: the title opens nothing.
  public weak var titleDelegate: (any TitleDelegate)?

  /// Decides about renaming in place; `nil`: it is not offered.
  public weak var renameDelegate: (any RenameDelegate)?

  /// Supplies the search; `nil`: there is none.
  public weak var searchDelegate: (any SearchDelegate)?

  /// Is run when the page has been popped.
  public var onPop: () -> Void = {}

  /// Is run when the page has come to the top.
  public var onShow: () -> Void = {}

  var onChange: ((HeaderItem) -> Void)?

  /// Makes a page.
  public init(item: HeaderItem, content: some Widget) {
    self.item = item
    self.content = AnyWidget(content)
  }
}
