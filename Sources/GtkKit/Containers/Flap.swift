// Owns: a pane at the side of a page, which lies over the page when there is no room beside it.

import CGLib
import CGtk
public import GLibKit

/// A page with a pane at its start (AdwFlap).
public struct Flap: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { adw_flap_get_type() }

  /// Makes a page with a pane that is hidden; it shows and hides when it is told to, and when one presses beside it while it lies over.
  public init(_ content: any Widget, pane: any Widget) {
    ref = adopted(adw_flap_new())
    adw_flap_set_content(native(), content.native())
    adw_flap_set_flap(native(), pane.native())
    adw_flap_set_separator(native(), gtk_separator_new(GTK_ORIENTATION_VERTICAL))
    adw_flap_set_reveal_flap(native(), 0)
    adw_flap_set_locked(native(), 1)
    // The least sizes would leave the page too little before the pane goes over it.
    adw_flap_set_fold_threshold_policy(native(), ADW_FOLD_THRESHOLD_POLICY_NATURAL)
    // A swipe belongs to the text: it selects and scrolls there.
    adw_flap_set_swipe_to_open(native(), 0)
  }

  /// Whether the pane is shown, or on its way.
  public var isRevealed: Bool {
    get { adw_flap_get_reveal_flap(native()) != 0 }
    nonmutating set { adw_flap_set_reveal_flap(native(), newValue ? 1 : 0) }
  }

  /// Whether there is no room for both, so that the pane lies over the page.
  public var isFolded: Bool { adw_flap_get_folded(native()) != 0 }

  /// Runs a handler when the pane is to be shown or hidden.
  @discardableResult
  public func onReveal(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::reveal-flap", handler) }
  /// Runs a handler when there is room for both, or no longer.
  @discardableResult
  public func onFold(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("notify::folded", handler) }
}
