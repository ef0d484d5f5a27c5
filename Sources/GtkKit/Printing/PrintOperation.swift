// Owns: printing (GtkPrintOperation): the system's dialog, the printer's paper, one page after the other.

import CGLib
import CGtk
public import GLibKit

/// Prints pages that somebody draws, asking for printer and paper first.
public struct PrintOperation: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_print_operation_get_type() }

  /// How a run of the dialog ended.
  public enum Outcome: Sendable, Equatable {
    /// The pages were handed to the printer, or the printing goes on by itself.
    case printed
    case cancelled
    /// What the system said.
    case failed(String)
  }

  /// A sheet of paper, in points.
  public struct Paper: Equatable, Sendable {
    public let width: Double
    public let height: Double
    /// The edges that the printer cannot reach, or that the person chose: top, right, bottom, left.
    public let margins: [Double]
  }

  /// Makes an operation; `job` is what lists of jobs call it.
  public init(job: String) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_print_operation_new()))
    gtk_print_operation_set_job_name(native(), job)
    gtk_print_operation_set_use_full_page(native(), 1)
    gtk_print_operation_set_unit(native(), GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(native(), 1)
    gtk_print_operation_set_show_progress(native(), 1)
    gtk_print_operation_set_allow_async(native(), 1)
  }

  /// Proposes paper, in points.
  public func propose(width: Double, height: Double) {
    let (setup, size) = (gtk_page_setup_new(), gtk_paper_size_new_custom("masthead", "Custom", width, height, GTK_UNIT_POINTS))
    for name in ["iso_a4", "na_letter", "iso_a5", "na_legal", "iso_a3"] {
      guard let known = gtk_paper_size_new(name) else { continue }
      if abs(gtk_paper_size_get_width(known, GTK_UNIT_POINTS) - width) < 1,
        abs(gtk_paper_size_get_height(known, GTK_UNIT_POINTS) - height) < 1
      {
        gtk_page_setup_set_paper_size_and_default_margins(setup, known)
      }
      gtk_paper_size_free(known)
    }
    if abs(gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS) - width) >= 1 { gtk_page_setup_set_paper_size(setup, size) }
    gtk_print_operation_set_default_page_setup(native(), setup)
    gtk_paper_size_free(size)
    g_object_unref(UnsafeMutableRawPointer(setup))
  }

  /// The name of the region's usual paper, as `iso_a4`.
  public static var usualPaper: String { String(copying: gtk_paper_size_get_default()) ?? "iso_a4" }

  /// The number of pages; to be set before the last answer of `onPaginate`.
  public func setPageCount(_ count: Int) { gtk_print_operation_set_n_pages(native(), gint(max(1, count))) }

  /// Asks for pages for the paper that was chosen. The handler is called again, as soon as there is time, until it answers true.
  public func onPaginate(_ handler: @escaping (Paper) -> Bool) {
    ref.answer("paginate") { (context: GObjectRef) in handler(Self.paper(of: context)) }
  }

  /// Draws one page, counted from 0, on a Cairo context (a `cairo_t`) whose units are points and whose origin is the sheet's upper left corner.
  public func onDraw(_ handler: @escaping (_ page: Int, _ context: OpaquePointer) -> Void) {
    ref.connect("draw-page") { (context: GObjectRef, page: Int32) in
      guard let cairo = gtk_print_context_get_cairo_context(OpaquePointer(context.pointer)) else { return }
      handler(Int(page), cairo)
    }
  }

  /// Answers the dialog's wish for a preview; without this the system would start another program. The handler gets a function that it calls
  /// once, when the preview is closed.
  public func onPreview(_ handler: @escaping (_ end: @escaping () -> Void) -> Void) {
    ref.answer("preview") { (preview: GObjectRef, context: GObjectRef, parent: GObjectRef?) in
      // Nothing is drawn through GTK, but it insists on a place to draw at.
      if let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil), let cairo = cairo_create(surface) {
        gtk_print_context_set_cairo_context(OpaquePointer(context.pointer), cairo, 72, 72)
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
      }
      let ready = Once()
      preview.connect("ready") { (_: GObjectRef) in
        guard ready.take() else { return }
        handler { gtk_print_operation_preview_end_preview(OpaquePointer(preview.pointer)) }
      }
      return true
    }
  }

  /// Hears how it ended.
  public func onDone(_ handler: @escaping (Outcome) -> Void) {
    let operation = Weak(self)
    ref.connect("done") { (result: Int32) in
      switch result {
      case Int32(GTK_PRINT_OPERATION_RESULT_CANCEL.rawValue): handler(.cancelled)
      case Int32(GTK_PRINT_OPERATION_RESULT_ERROR.rawValue): handler(.failed(operation.object?.trouble ?? ""))
      default: handler(.printed)
      }
    }
  }

  /// What the system says about a failure.
  private var trouble: String {
    var error: UnsafeMutablePointer<GError>?
    gtk_print_operation_get_error(native(), &error)
    defer { g_clear_error(&error) }
    return error.map { String(cString: $0.pointee.message) } ?? ""
  }

  /// Shows the system's dialog over a window; `onDone` hears the end. Must not be called while a run goes on.
  public func run(over window: (any WindowWidget)?) {
    var error: UnsafeMutablePointer<GError>?
    gtk_print_operation_run(native(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.map { $0.native() }, &error)
    g_clear_error(&error)
  }

  private static func paper(of context: GObjectRef) -> Paper {
    guard let setup = gtk_print_context_get_page_setup(OpaquePointer(context.pointer)) else {
      return Paper(width: 595.276, height: 841.89, margins: [0, 0, 0, 0])
    }
    return Paper(
      width: gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS), height: gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS),
      margins: [
        gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS), gtk_page_setup_get_right_margin(setup, GTK_UNIT_POINTS),
        gtk_page_setup_get_bottom_margin(setup, GTK_UNIT_POINTS), gtk_page_setup_get_left_margin(setup, GTK_UNIT_POINTS),
      ])
  }

  private final class Once {
    private var isTaken = false

    func take() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }
  }
}
