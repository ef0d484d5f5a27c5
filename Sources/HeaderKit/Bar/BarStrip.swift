import GLibKit
import GtkKit
import HeaderModel

/// Lays out what the bar shows by the solver's answer: the title widget of the AdwHeaderBar.
///
/// Groups that have no room stay in the strip, measured and not drawn, so that a resize makes and destroys no widget.
final class BarStrip {
  private(set) var widget: CustomContainer!
  let title: TitleView
  let back: Button
  let forward: Button
  let overflow: MenuButton
  /// The widget that the whole bar is, for centring and the compact width.
  private let bar: Weak<AnyWidget>
  private(set) var item = HeaderItem(style: .navigator)
  private(set) var leading: [GroupView] = []
  private(set) var center: [GroupView] = []
  private(set) var trailing: [GroupView] = []
  private(set) var pinned: GroupView?
  /// The placement that was last drawn.
  private(set) var placement: Placement?
  /// The centre groups in layout order, hidden ones included: what the overflow menu is made of.
  private(set) var arranged: [ItemGroup] = []
  /// Is run, after drawing, when other groups are in the bar than before or it became compact.
  var onPlacementChange: (() -> Void)?
  /// Is run, after drawing, when the width has changed.
  var onResize: (() -> Void)?
  private var announced: ScheduledCall?
  /// Whether groups glide to new places.
  var animatesMoves = false
  /// Whether title, history and overflow menu take no input, while customizing.
  var isAtRest = false {
    didSet {
      for child in [AnyWidget(back), AnyWidget(forward), AnyWidget(title.widget), AnyWidget(overflow)] {
        child.canTarget = !isAtRest
        child.canFocus = !isAtRest
      }
    }
  }
  private let motion = GroupMotion()
  private var concealed: GroupID?

  /// Makes an empty strip for a bar.
  init(bar: some Widget, title: TitleView) {
    self.bar = Weak(AnyWidget(bar))
    self.title = title
    back = Button()
    back.setIcon("go-previous-symbolic")
    forward = Button()
    forward.setIcon("go-next-symbolic")
    overflow = MenuButton()
    overflow.setIcon("view-more-horizontal-symbolic")
    for button in [AnyWidget(back), AnyWidget(forward), AnyWidget(overflow)] {
      button.addClass("flat")
      button.focusesOnClick = false
      button.verticalAlignment = .center
    }
    back.tooltip = tr("Back")
    back.setAccessibleLabel(tr("Back"))
    forward.tooltip = tr("Forward")
    forward.setAccessibleLabel(tr("Forward"))
    overflow.tooltip = tr("More Tools")
    overflow.nameForAssistiveTechnology(tr("More tools"))
    overflow.addClass("header-overflow")
    widget = CustomContainer(StripLayout(self))
    widget.addClass("header-strip")
    for child in [AnyWidget(back), AnyWidget(forward), AnyWidget(title.widget), AnyWidget(overflow)] { child.setParent(widget) }
  }

  /// Shows a header item with its centre groups in an order; widgets of groups that are as they were stay.
  func show(_ item: HeaderItem, arranged: [ItemGroup], factory: ItemFactory, reusing: Bool, concealing: GroupID? = nil) {
    var factory = factory
    self.item = item
    self.arranged = arranged
    concealed = concealing
    if animatesMoves { motion.begin(in: widget) }
    var old: [GroupID: GroupView] = [:]
    for view in leading + center + trailing + (pinned.map { [$0] } ?? []) { old[view.group.id] = view }
    func view(_ group: ItemGroup) -> GroupView {
      if reusing, let kept = old[group.id], kept.group == group, kept.display == factory.display {
        old[group.id] = nil
        return kept
      }
      return GroupView(group, factory: factory)
    }
    leading = item.leading.filter(\.isDrawn).map(view)
    center = arranged.filter(\.isDrawn).map(view)
    trailing = item.trailing.filter(\.isDrawn).map(view)
    factory.showsArrows = false
    pinned = item.pinned.flatMap { $0.isDrawn ? view($0) : nil }
    for gone in old.values { remove(gone) }
    back.isVisible = item.backAction != nil
    forward.isVisible = item.forwardAction != nil
    if let action = item.backAction { back.setAction(action) }
    if let action = item.forwardAction { forward.setAction(action) }
    title.show(item.title)
    // Focus goes in the order of the children.
    var order: [AnyWidget] = [AnyWidget(back), AnyWidget(forward)]
    order += leading.flatMap(\.widgets).map { AnyWidget($0) }
    order.append(AnyWidget(title.widget))
    order += center.flatMap(\.widgets).map { AnyWidget($0) }
    order.append(AnyWidget(overflow))
    order += trailing.flatMap(\.widgets).map { AnyWidget($0) }
    if let pinned { order += pinned.widgets.map { AnyWidget($0) } }
    for child in order { child.insert(into: widget, before: nil) }
    for button in pinned?.members.children.compactMap({ MenuButton(casting: $0) }) ?? [] { button.setPrimary(true) }
    widget.queueResize()
  }

  /// Shows another title and nothing else.
  func show(_ title: TitleContent) {
    item.title = title
    self.title.show(title)
  }

  private func remove(_ view: GroupView) {
    for box in view.widgets {
      for button in box.children.compactMap({ MenuButton(casting: $0) }) { button.popDown() }
      // A custom control belongs to the application and is used again.
      for child in box.children { box.remove(child) }
      box.unparent()
    }
  }

  // MARK: Layout

  private static let allThereIs = 1 << 14

  private func width(_ widget: some Widget) -> Int { widget.isVisible ? widget.measure(.horizontal).natural : 0 }

  /// The widths of everything, for a strip of a width.
  func extents(width: Int, outerLeading: Int = 0, outerTrailing: Int = 0) -> BarExtents {
    let history = [self.width(back), self.width(forward)].filter { $0 > 0 }
    return BarExtents(
      style: item.style, width: width, outerLeading: outerLeading, outerTrailing: outerTrailing,
      back: history.reduce(0, +) + BarMetrics.itemSpacing * max(0, history.count - 1), title: self.width(title.widget),
      titleMinimum: title.minimumWidth, leading: leading.map(\.extent), center: center.filter { $0.group.id != concealed }.map(\.extent),
      trailing: trailing.map(\.extent),
      pinned: pinned?.extent.full ?? 0,
      overflowButton: overflow.measure(.horizontal).natural, overflowIsNeeded: item.overflowIsNeeded(arranged: arranged))
  }

  fileprivate func measure(_ orientation: Orientation) -> (minimum: Int, natural: Int) {
    switch orientation {
    case .horizontal:
      // AdwHeaderBar gives its title no more than it wants, and would centre one that expands between the window's buttons.
      return (extents(width: 0).minimum, Self.allThereIs)
    case .vertical:
      let heights = widget.children.filter { PopoverMenu(casting: $0) == nil }.map { $0.measure(.vertical) }
      return (heights.map(\.minimum).max() ?? 0, heights.map(\.natural).max() ?? 0)
    }
  }

  fileprivate func allocate(_ width: Int, _ height: Int) {
    let isRightToLeft = widget.isRightToLeft
    var outer = (leading: 0, trailing: 0)
    if let bar = bar.object, let start = widget.translate(x: 0, y: 0, to: bar) {
      let left = Int(start.x)
      let right = max(0, bar.width - left - width)
      outer = isRightToLeft ? (right, left) : (left, right)
    }
    let placement = extents(width: width, outerLeading: outer.leading, outerTrailing: outer.trailing).solved()
    let before = self.placement
    self.placement = placement

    func place(_ child: some Widget, _ span: Span?) {
      child.isChildVisible = span != nil
      guard let span else { return }
      // What is wider than its room, as a control that grew since, is cut rather than laid over its neighbour.
      let childWidth = max(span.width, child.measure(.horizontal).minimum)
      child.allocate(x: isRightToLeft ? width - span.start - childWidth : span.start, y: 0, width: childWidth, height: height)
    }
    func placeHistory(_ span: Span?) {
      guard let span else { return }
      let backWidth = self.width(back)
      if back.isVisible { place(back, Span(start: span.start, width: backWidth)) }
      if forward.isVisible { place(forward, Span(start: span.end - self.width(forward), width: self.width(forward))) }
    }
    func place(_ views: [GroupView], _ places: [PlacedGroup]) {
      for (view, placed) in zip(views, places) {
        view.show(placed.presence)
        for box in view.widgets where box.opacity == 0 { box.opacity = 1 }
        guard let box = view.shown, var span = placed.span else { continue }
        span.start = motion.place(of: view.group.id, goingTo: span.start)
        place(box, span)
      }
    }
    placeHistory(placement.back)
    place(title.widget, placement.title)
    place(leading, placement.leading)
    for view in center where view.group.id == concealed { conceal(view, height) }
    place(center.filter { $0.group.id != concealed }, placement.center)
    place(trailing, placement.trailing)
    place(overflow, placement.overflow)
    if let pinned, let span = placement.pinned {
      pinned.show(pinned.group.showsRepresentative && pinned.representative != nil ? .collapsed : .full)
      if let box = pinned.shown { place(box, span) }
    }
    tell(before, placement)
  }

  /// Draws a group as nothing, and keeps its widgets alive and mapped: a drag may have begun from them.
  private func conceal(_ view: GroupView, _ height: Int) {
    for box in view.widgets where box.isChildVisible {
      box.opacity = 0
      box.allocate(x: 0, y: 0, width: box.measure(.horizontal).natural, height: height)
    }
  }

  /// Returns where the centre groups that can move are when one of them is not there.
  func spans(without id: GroupID) -> [(id: GroupID, span: Span)] {
    var extents = extents(width: widget.width)
    extents.center.removeAll { $0.id == id }
    let fixed = Set(center.filter(\.group.isFixed).map(\.group.id))
    return extents.solved().center.compactMap { placed in
      guard !fixed.contains(placed.id), let span = placed.span else { return nil }
      return (placed.id, span)
    }
  }

  /// Tells after this frame: nothing may change the tree while it is laid out.
  private func tell(_ before: Placement?, _ after: Placement) {
    guard announced == nil, before != after else { return }
    let presences: (Placement) -> [Presence] = { ($0.center + $0.trailing).map(\.presence) }
    let isOther = before.map { presences($0) != presences(after) || $0.isCompact != after.isCompact } ?? true
    announced = MainLoop.next { [weak self] in
      self?.announced = nil
      self?.onResize?()
      if let isCompact = self?.placement?.isCompact { self?.title.isCompact = isCompact }
      if isOther { self?.onPlacementChange?() }
    }
  }
}

/// Stands between the container, which keeps its delegate, and the strip, which keeps the container.
private final class StripLayout: LayoutDelegate {
  private weak var strip: BarStrip?

  init(_ strip: BarStrip) { self.strip = strip }

  func measure(_ container: AnyWidget, _ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int) {
    strip?.measure(orientation) ?? (0, 0)
  }

  func allocate(_ container: AnyWidget, width: Int, height: Int, baseline: Int) { strip?.allocate(width, height) }
}
