// Owns: the way from a command of the catalogue to what a window does. Each command that acts on a window has exactly one handler here;
// a test compares the two lists.

import Commands
import GLibKit
import GtkKit

/// What a window does when a command is given.
enum CommandHandler {
  case run(() -> Void)
  case toggle(initial: Bool, (Bool) -> Void)
  case choice(initial: String, (String) -> Void)
  case number(initial: Int32, (Int32) -> Void)
}

/// The actions of one window, made from the catalogue.
final class WindowActions {
  private let window: Weak<ApplicationWindow>
  private var actions: [String: SimpleAction] = [:]

  /// Adds an action for each window command that has a handler.
  init(_ window: ApplicationWindow, handlers: [String: CommandHandler]) {
    self.window = Weak(window)
    for command in Catalogue.all where command.scope == .window {
      guard let handler = handlers[command.id] else { continue }
      actions[command.id] = Self.add(command, handler, to: window)
    }
  }

  private static func add(_ command: Command, _ handler: CommandHandler, to window: ApplicationWindow) -> SimpleAction {
    switch handler {
    case .run(let body): window.addAction(command.id, body)
    case .toggle(let initial, let body): window.addToggle(command.id, initial, body)
    case .choice(let initial, let body): window.addChoice(command.id, initial, body)
    case .number(let initial, let body): window.addChoice(command.id, initial, body)
    }
  }

  /// Takes the actions away from the window.
  func removeAll() {
    for id in actions.keys { window.object?.removeAction(id) }
    actions = [:]
  }

  /// Whether there is an action of an identifier.
  func has(_ id: String) -> Bool { actions[id] != nil }

  /// Enables the commands whose needs are met, and disables the others.
  func update(given: Command.Needs) {
    for command in Catalogue.all where command.scope == .window {
      guard let action = actions[command.id] else { continue }
      let isEnabled = given.isSuperset(of: command.needs)
      if action.isEnabled != isEnabled { action.isEnabled = isEnabled }
    }
  }

  /// Enables or disables a command by more than its needs; the next `update` begins anew.
  func setEnabled(_ id: String, _ isEnabled: Bool) {
    guard let action = actions[id], action.isEnabled, !isEnabled else { return }
    action.isEnabled = false
  }

  /// Shows a state that something else than the action has set.
  func setState(_ id: String, _ state: some VariantConvertible) { actions[id]?.state = state.variant }
}
