// Owns: the Swift side of the one widget class that is written in C. The class asks, an answerer answers.

internal import CGtkShim
public import GLibKit
public import GtkKit

/// Answers what a `Scrollable` asks. All calls come from GTK, on the main thread.
protocol ScrollableAnswers: AnyObject {
  /// Gives the least and the wanted size in one direction, in pixels.
  func measure(_ orientation: Orientation, for size: Int) -> (minimum: Int, natural: Int)
  /// Lays out for a size and configures the adjustments.
  func allocate(width: Int, height: Int)
  /// Draws.
  func draw(on snapshot: OpaquePointer)
  /// The reader scrolled.
  func scrolled()
  /// Fonts, colours or direction may be others.
  func styleChanged()
}

/// A widget inside a scrolled window that draws only what is seen. It owns its answerer until it is destroyed.
public struct Scrollable: Widget {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { masthead_scrollable_get_type() }

  /// Makes a scrollable that keeps `answers` alive; `answers` must refer to it by `Weak` only.
  init(_ answers: any ScrollableAnswers) {
    var calls = MastheadScrollableCalls(
      measure: { data, orientation, size, minimum, natural in
        nonisolated(unsafe) let (data, minimum, natural) = (data, minimum, natural)
        MainActor.assumeIsolated {
          guard let answers = Scrollable.answers(data) else { return }
          let wanted = answers.measure(orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical, for: Int(size))
          minimum?.pointee = Int32(clamping: wanted.minimum)
          natural?.pointee = Int32(clamping: wanted.natural)
        }
      },
      size_allocate: { data, width, height in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { Scrollable.answers(data)?.allocate(width: Int(width), height: Int(height)) }
      },
      snapshot: { data, snapshot in
        nonisolated(unsafe) let (data, snapshot) = (data, snapshot)
        MainActor.assumeIsolated {
          if let snapshot { Scrollable.answers(data)?.draw(on: snapshot) }
        }
      },
      scrolled: { data in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { Scrollable.answers(data)?.scrolled() }
      },
      css_changed: { data in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { Scrollable.answers(data)?.styleChanged() }
      })
    let box = Unmanaged.passRetained(AnswersBox(answers)).toOpaque()
    let widget = masthead_scrollable_new(&calls, box) { data in
      if let data { Unmanaged<AnswersBox>.fromOpaque(data).release() }
    }
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(widget!))
  }

  private static func answers(_ data: gpointer?) -> (any ScrollableAnswers)? {
    data.map { Unmanaged<AnswersBox>.fromOpaque($0).takeUnretainedValue().answers }
  }

  private final class AnswersBox {
    let answers: any ScrollableAnswers
    init(_ answers: any ScrollableAnswers) { self.answers = answers }
  }

  /// How far the reader has scrolled down, in pixels.
  var scrollPosition: Double { masthead_scrollable_vadjustment(native()).map { gtk_adjustment_get_value($0) } ?? 0 }

  /// Tells the scrolled window how high everything is, how much of it is seen and where.
  func configure(position: Double, height: Double, page: Double, step: Double) {
    if let vertical = masthead_scrollable_vadjustment(native()) {
      gtk_adjustment_configure(vertical, position, 0, max(height, page), step, page * 0.9, page)
    }
  }

  /// Tells the scrolled window that nothing is wider than what is seen.
  func configureWidth(_ width: Double) {
    if let horizontal = masthead_scrollable_hadjustment(native()) {
      gtk_adjustment_configure(horizontal, 0, 0, width, width * 0.1, width * 0.9, width)
    }
  }

  /// The Pango context of the widget: the display's fonts, resolution and direction.
  var pangoContext: OpaquePointer { gtk_widget_get_pango_context(native()) }

  /// The font of the widget: its family, and its size in pixels.
  var font: (family: String, pixels: Double) {
    guard let description = pango_context_get_font_description(pangoContext) else { return ("sans-serif", 14.67) }
    let family = pango_font_description_get_family(description).map { String(cString: $0) } ?? "sans-serif"
    let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
    if pango_font_description_get_size_is_absolute(description) != 0 { return (family, size) }
    let resolution = pango_cairo_context_get_resolution(pangoContext)
    return (family, size * (resolution > 0 ? resolution : 96) / 72)
  }
}
