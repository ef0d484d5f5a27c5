// Owns: questions with a few answers (AdwMessageDialog).

import CGLib
import CGtk
public import GLibKit

/// A question to the user.
public struct MessageDialog: WindowWidget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_message_dialog_get_type() }

  /// How an answer looks.
  public enum Appearance: UInt32, Sendable { case normal, suggested, destructive }

  /// Makes a question about a window.
  public init(_ parent: (any WindowWidget)?, heading: String, body: String) {
    ref = adoptedWindow(adw_message_dialog_new(parent.map { $0.native() }, heading, body))
  }

  /// Adds an answer; the label's underscore marks its mnemonic.
  public func addResponse(_ id: String, _ label: String, _ appearance: Appearance = .normal) {
    adw_message_dialog_add_response(native(), id, label)
    adw_message_dialog_set_response_appearance(native(), id, AdwResponseAppearance(rawValue: appearance.rawValue))
  }

  /// Whether an answer can be chosen.
  public func setEnabled(_ id: String, _ isEnabled: Bool) { adw_message_dialog_set_response_enabled(native(), id, isEnabled ? 1 : 0) }

  /// The answer that Return gives.
  public func setDefaultResponse(_ id: String) { adw_message_dialog_set_default_response(native(), id) }

  /// The answer that Escape gives; "close" unless set.
  public func setCloseResponse(_ id: String) { adw_message_dialog_set_close_response(native(), id) }

  /// Shows a widget under the text.
  public func setExtraChild(_ child: any Widget) { adw_message_dialog_set_extra_child(native(), child.native()) }

  /// Shows the question and waits for the answer; nil when the window went away without one.
  public func ask() async -> String? {
    await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      ref.connect("response") { (id: String) in answer.give(id) }
      ref.connect("destroy") { answer.give(nil) }
      present()
    }
  }
}

/// Gives a waiting task its value once, however often it is told.
final class Answer<Value: Sendable> {
  private var continuation: CheckedContinuation<Value, Never>?
  init(_ continuation: CheckedContinuation<Value, Never>) { self.continuation = continuation }

  func give(_ value: Value) {
    continuation?.resume(returning: value)
    continuation = nil
  }
}
