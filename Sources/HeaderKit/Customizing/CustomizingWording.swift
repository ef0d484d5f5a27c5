import GLibKit
import HeaderModel

extension Announcement {
  /// The announcement in the user's language.
  var text: String {
    switch self {
    case .added(let title, let position, let count): tr("%s added, position %d of %d").filled(title, position, count)
    case .moved(let title, let position, let count): tr("%s moved, position %d of %d").filled(title, position, count)
    case .removed(let title): tr("%s removed").filled(title)
    case .cannotMove(let title): tr("%s cannot move further").filled(title)
    case .cannotRemove(let title): tr("%s cannot be removed").filled(title)
    case .display(.icons): tr("Icons are shown")
    case .display(.iconsAndLabels): tr("Icons and labels are shown")
    case .display(.labels): tr("Labels are shown")
    case .reset: tr("The toolbar is as it was at first")
    case .undone: tr("The last change was undone")
    case .nothingToUndo: tr("There is nothing to undo")
    case .began: tr("Drag tools into or out of the toolbar, or move them with Ctrl and the arrow keys")
    case .ended: tr("Customizing has ended")
    }
  }
}

extension CustomizingCommand {
  /// The command as a context menu names it. Left and right are those of the screen.
  func title(isRightToLeft: Bool) -> String {
    switch self {
    case .add: tr("Add to Toolbar")
    case .remove: tr("Remove from Toolbar")
    case .move(.towardsLeading): isRightToLeft ? tr("Move Right") : tr("Move Left")
    case .move(.towardsTrailing): isRightToLeft ? tr("Move Left") : tr("Move Right")
    }
  }

  /// The command's name in the target of an action.
  var key: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .move(.towardsLeading): "leading"
    case .move(.towardsTrailing): "trailing"
    }
  }

  init?(key: some StringProtocol) {
    switch key {
    case "add": self = .add
    case "remove": self = .remove
    case "leading": self = .move(.towardsLeading)
    case "trailing": self = .move(.towardsTrailing)
    default: return nil
    }
  }
}

extension SpaceKind {
  /// The space's name in the palette.
  var title: String {
    switch self {
    case .fixed: tr("Space")
    case .flexible: tr("Flexible Space")
    }
  }
}
