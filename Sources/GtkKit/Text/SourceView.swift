// Owns: the widget in which a document is written: a GtkSourceView set up for prose.
// Rule: a word that is wider than the window wraps within, but not where a line is too long to be shown as a whole (GTK_WRAP_WORD_CHAR is
// quadratic in the length of a word: 41 s for 200,000 characters), and nothing here scrolls or changes sizes while the buffer changes: that
// waits for an idle call.

import CGLib
import CGtk
import CGtkShim
import GLibKit
public import TextModel

/// Shows a `SourceBuffer` for writing. Whoever makes it keeps it as long as the widget is used.
@MainActor
public final class SourceView {
  /// The GtkSourceView, to put into a `ScrolledWindow`.
  public var widget: AnyWidget { AnyWidget(ref: ref) }
  let ref: GObjectRef
  public let buffer: SourceBuffer

  /// Tells whether an input method is composing: no command may change the text then.
  public var isComposing: Bool { buffer.isComposing }

  /// Whether keys go to an input method that answers later, in a process of its own (ibus, fcitx, xim).
  public static var hasRemoteInputMethod: Bool {
    // GTK is asked which one texts get: without a setting it takes whatever is installed.
    let context = gtk_im_multicontext_new()!
    defer { g_object_unref(context) }
    let multiple = UnsafeMutableRawPointer(context).assumingMemoryBound(to: GtkIMMulticontext.self)
    let name = gtk_im_multicontext_get_context_id(multiple).map { String(cString: $0) }
    return !["gtk-im-context-simple", "gtk-im-context-none", "wayland", "broadway"].contains(name ?? "gtk-im-context-simple")
  }

  /// Lets keys arrive in the order in which they were pressed, also through ibus. To be called before anything else of GTK.
  ///
  /// Without it ibus waits for its answer to a key by running the main loop, in which the next keys come first: "abc" typed fast became
  /// "cba" on GTK 4.8.
  public static func keepKeysInOrder() { g_setenv("IBUS_ENABLE_SYNC_MODE", "1", 0) }

  private let style = gtk_css_provider_new()!
  private var pasteHandler: (@MainActor () -> Void)?
  /// The lines that are not shown (`TextFolds`).
  var hidden = TextRangeSet()
  private(set) lazy var shortening = LineShortening(self)
  private(set) lazy var bareBreaks = BareBreaks(buffer)
  private var scrolling: ScheduledCall?
  private var column = TextColumn()
  private var adjustments: [SignalConnection] = []
  private var scrollHandlers: [@MainActor () -> Void] = []

  /// Makes a view on a buffer.
  public init(_ buffer: SourceBuffer) {
    self.buffer = buffer
    let view = masthead_source_view_new(buffer.ref.pointer)!
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(view))
    setUp()
    _ = shortening
    _ = bareBreaks
    connectSignals()
    connectLongLineKeys()
    followBuffer()
    updateStyle()
    applyColumn()
  }

  isolated deinit { g_object_unref(style) }

  var native: UnsafeMutablePointer<GtkTextView> { ref.pointer.assumingMemoryBound(to: GtkTextView.self) }
  var source: UnsafeMutablePointer<GtkSourceView> { ref.pointer.assumingMemoryBound(to: GtkSourceView.self) }

  /// Whether a word that has no room in a line goes on in the next.
  var wrapsWithinWords = true {
    didSet {
      if wrapsWithinWords != oldValue { gtk_text_view_set_wrap_mode(native, wrapsWithinWords ? GTK_WRAP_WORD_CHAR : GTK_WRAP_WORD) }
    }
  }

  private func setUp() {
    gtk_text_view_set_wrap_mode(native, GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_monospace(native, 1)
    gtk_source_view_set_auto_indent(source, 0)
    gtk_source_view_set_enable_snippets(source, 0)
    // Backspace goes back to the stop that Tab would have come from, as in code.
    gtk_source_view_set_smart_backspace(source, 1)
    gtk_source_view_set_highlight_current_line(source, 0)
    gtk_source_view_set_tab_width(source, 4)
    gtk_style_context_add_provider(
      gtk_widget_get_style_context(widget.native()), OpaquePointer(style), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  private func connectSignals() {
    // GtkSourceView's own keys change text: Alt+Right turned "hello world" into "world hello".
    for signal in ["move-words", "move-lines", "change-number", "change-case", "join-lines", "show-completion"] {
      ref.connect(signal) { [weak self] in
        if let self { g_signal_stop_emission_by_name(self.ref.pointer, signal) }
      }
    }
    ref.connect("paste-clipboard") { [weak self] in
      guard let self, let paste = self.pasteHandler else { return }
      g_signal_stop_emission_by_name(self.ref.pointer, "paste-clipboard")
      paste()
    }
    ref.connect("preedit-changed") { [weak self] (preedit: String) in self?.buffer.isComposing = !preedit.isEmpty }
    ref.connect("notify::hadjustment") { [weak self] in self?.followAdjustments() }
    ref.connect("notify::vadjustment") { [weak self] in self?.followAdjustments() }
  }

  private func followBuffer() {
    let update: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      gtk_text_view_set_editable(self.native, self.buffer.isEditable ? 1 : 0)
    }
    update()
    buffer.onEditableChange(update)
  }

  private func followAdjustments() {
    for connection in adjustments { connection.disconnect() }
    adjustments = []
    let scrollable = OpaquePointer(ref.pointer)
    if let horizontal = gtk_scrollable_get_hadjustment(scrollable) {
      let ref = GObjectRef(retaining: UnsafeMutableRawPointer(horizontal))
      adjustments.append(ref.connect("notify::page-size") { [weak self] in self?.applyColumn() })
    }
    if let vertical = gtk_scrollable_get_vadjustment(scrollable) {
      let ref = GObjectRef(retaining: UnsafeMutableRawPointer(vertical))
      adjustments.append(ref.connect("notify::page-size") { [weak self] in if self?.scrollsPastEnds == true { self?.applyColumn() } })
      for signal in ["value-changed", "changed"] {
        adjustments.append(ref.connect(signal) { [weak self] in self?.tellScroll() })
      }
    }
  }

  /// Runs a handler instead of the view's own pasting, whatever asked for it: keys, menus, accessibility.
  public func onPaste(_ handler: @escaping @MainActor () -> Void) { pasteHandler = handler }

  /// Offers the key that a controller is handling to the input method first; true when that has taken it.
  ///
  /// A view asks its input method before its own keys, but after the controllers that are added to it.
  public func inputMethodTakes(_ keys: KeyController) -> Bool {
    guard let event = gtk_event_controller_get_current_event(keys.native()) else { return false }
    return gtk_text_view_im_context_filter_keypress(native, event) != 0
  }

  // MARK: Looks

  /// The font, as Pango writes it ("Source Code Pro 11"); nil is the desktop's monospace font.
  public var font: String? {
    didSet { updateStyle() }
  }

  /// The desktop's monospace font, as Pango writes it.
  public static var desktopFont: String { TextFont.desktopMonospace }

  /// The size of the text in percent of the font's own.
  public var textSize = 100 {
    didSet { if textSize != oldValue { updateStyle() } }
  }

  /// The most characters in a line, roughly; the column is centred in a wider view. Nil lets lines run over the whole width.
  public var lineWidth: Int? {
    get { column.characters }
    set {
      column.characters = newValue
      applyColumn()
    }
  }

  /// Leaves half a screen of room above the first and below the last line, so that any line can be in the middle.
  public var scrollsPastEnds = false {
    didSet { if scrollsPastEnds != oldValue { applyColumn() } }
  }

  /// Shows the number of each line.
  public var showsLineNumbers: Bool {
    get { gtk_source_view_get_show_line_numbers(source) != 0 }
    set { gtk_source_view_set_show_line_numbers(source, newValue ? 1 : 0) }
  }

  /// How many columns a tab takes.
  public var tabWidth: Int {
    get { Int(gtk_source_view_get_tab_width(source)) }
    set { gtk_source_view_set_tab_width(source, guint(min(max(newValue, 1), 32))) }
  }

  /// What the Tab key types: blanks up to the next stop, or a tab.
  public var tabsAreSpaces: Bool {
    get { gtk_source_view_get_insert_spaces_instead_of_tabs(source) != 0 }
    set { gtk_source_view_set_insert_spaces_instead_of_tabs(source, newValue ? 1 : 0) }
  }

  /// How many columns the Tab key indents by; nil for those of a tab.
  public var indentWidth: Int? {
    get { gtk_source_view_get_indent_width(source) > 0 ? Int(gtk_source_view_get_indent_width(source)) : nil }
    set { gtk_source_view_set_indent_width(source, newValue.map { gint(min(max($0, 1), 32)) } ?? -1) }
  }

  private func updateStyle() {
    let font = TextFont(font ?? TextFont.desktopMonospace)
    gtk_css_provider_load_from_data(style, font.css(percent: textSize), -1)
    // Room between lines of one paragraph; a tenth of the size on either side of a line reads well for prose.
    let room = gint((font.points * Double(textSize) / 100 * 0.2).rounded())
    gtk_text_view_set_pixels_inside_wrap(native, room)
    gtk_text_view_set_pixels_above_lines(native, room / 2)
    gtk_text_view_set_pixels_below_lines(native, room - room / 2)
    applyColumn()
  }

  private func applyColumn() {
    let width = gtk_scrollable_get_hadjustment(OpaquePointer(ref.pointer)).map { gtk_adjustment_get_page_size($0) } ?? 0
    let margin = gint(column.margin(in: width, character: characterWidth))
    if gtk_text_view_get_left_margin(native) != margin {
      gtk_text_view_set_left_margin(native, margin)
      gtk_text_view_set_right_margin(native, margin)
    }
    let height = gtk_scrollable_get_vadjustment(OpaquePointer(ref.pointer)).map { gtk_adjustment_get_page_size($0) } ?? 0
    let room = gint(TextColumn.leastMargin) + (scrollsPastEnds ? gint(height / 2) : 0)
    guard gtk_text_view_get_top_margin(native) != room else { return }
    gtk_text_view_set_top_margin(native, room)
    gtk_text_view_set_bottom_margin(native, room)
  }

  /// The least height of a line, in pixels.
  private var lineHeight: Double {
    let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget.native()), nil, nil)!
    defer { pango_font_metrics_unref(metrics) }
    return max(Double(pango_font_metrics_get_height(metrics)) / Double(PANGO_SCALE), 4)
  }

  private var characterWidth: Double {
    let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget.native()), nil, nil)!
    defer { pango_font_metrics_unref(metrics) }
    return Double(pango_font_metrics_get_approximate_digit_width(metrics)) / Double(PANGO_SCALE)
  }

  // MARK: Places

  /// What is in sight, from the start of the first visible line to the end of the last; lines as line ends make them.
  public var visibleRange: TextRange { range(screensAround: 0) }

  /// The lines in sight and as much again above and below.
  var nearbyRange: TextRange { range(screensAround: 1) }

  private func range(screensAround screens: Int) -> TextRange {
    var area = GdkRectangle()
    gtk_text_view_get_visible_rect(native, &area)
    let more = area.height * gint(screens)
    let lines = buffer.text.lines
    let first = lines.line(at: lineOffset(atY: area.y))
    // Lines that GTK has not measured yet count as flat there: thousands of them would seem to be in sight.
    let most = Int(Double(area.height) / lineHeight) + 2
    let (before, after) = hiddenLines(around: first, lines, screens * most, (screens + 1) * most)
    let lower = max(lines.line(at: lineOffset(atY: area.y - more)), first - screens * most - before)
    let upper = min(lines.line(at: lineOffset(atY: area.y + area.height + more)), first + (screens + 1) * most + after)
    return TextRange(lines.start(ofLine: lower), lines.content(ofLine: max(lower, upper)).upper)
  }

  /// How many lines are hidden in the next so many before and after a line; not past what would be too much to look at.
  private func hiddenLines(around first: Int, _ lines: LineIndex, _ before: Int, _ after: Int) -> (before: Int, after: Int) {
    var found = (before: 0, after: 0)
    var left = 64 << 10
    // The folds follow an edit in an idle moment: until then they may lie behind the end.
    let end = buffer.text.end
    for range in hidden.ranges where range.upper <= end {
      let from = lines.line(at: range.lower)
      let count = lines.line(at: range.upper) - from
      guard range.count <= left else { continue }
      if from >= first {
        guard from <= first + after + found.after else { continue }
        found.after += count
      } else {
        guard from + count >= first - before else { continue }
        found.before += count
      }
      left -= range.count
    }
    return found
  }

  /// The start of the paragraph that is at a height of the text, in pixels.
  private func lineOffset(atY y: gint) -> TextOffset {
    var iter = GtkTextIter()
    gtk_text_view_get_line_at_y(native, &iter, max(y, 0), nil)
    return buffer.offset(of: iter)
  }

  /// The offset of the character at a point of the widget, in pixels.
  public func offset(atX x: Double, y: Double) -> TextOffset {
    var bufferX: gint = 0
    var bufferY: gint = 0
    gtk_text_view_window_to_buffer_coords(native, GTK_TEXT_WINDOW_WIDGET, gint(x), gint(y), &bufferX, &bufferY)
    var iter = GtkTextIter()
    gtk_text_view_get_iter_at_location(native, &iter, bufferX, bufferY)
    return buffer.offset(of: iter)
  }

  /// Where the character at an offset lies in the widget, in pixels; it may be out of sight. For popovers.
  public func place(of offset: TextOffset) -> (x: Int, y: Int, width: Int, height: Int) {
    var iter = buffer.iter(at: offset)
    var area = GdkRectangle()
    gtk_text_view_get_iter_location(native, &iter, &area)
    var x: gint = 0
    var y: gint = 0
    gtk_text_view_buffer_to_window_coords(native, GTK_TEXT_WINDOW_WIDGET, area.x, area.y, &x, &y)
    return (Int(x), Int(y), Int(area.width), Int(area.height))
  }

  /// Shows a caret where a drop would go; nil takes it away. For drops that the view does not take by itself.
  public func showDropPlace(_ offset: TextOffset?) {
    let name = "masthead-drop"
    let mark = gtk_text_buffer_get_mark(buffer.native, name)
    guard let offset else {
      if let mark { gtk_text_buffer_delete_mark(buffer.native, mark) }
      return
    }
    var iter = buffer.iter(at: offset)
    if let mark {
      gtk_text_buffer_move_mark(buffer.native, mark, &iter)
    } else if let mark = gtk_text_buffer_create_mark(buffer.native, name, &iter, 1) {
      gtk_text_mark_set_visible(mark, 1)
    }
  }

  // MARK: Scrolling

  /// Brings an offset into sight in the next idle moment; a later call takes the place of one that is still waiting.
  ///
  /// `share` says where in the view it shall be, from 0 (top) to 1 (bottom); nil scrolls only if it is out of sight, and
  /// then no further than needed.
  public func scroll(to offset: TextOffset, share: Double? = nil) {
    schedule { [weak self] in self?.bring(offset, to: share) }
  }

  /// Scrolls in the next idle moment, instead of what still waits for it.
  func schedule(_ scroll: @escaping @MainActor () -> Void) {
    scrolling?.cancel()
    scrolling = MainLoop.next(scroll)
  }

  /// Brings an offset into sight at once, at a share of the view's height or, with nil, no further than needed.
  func bring(_ offset: TextOffset, to share: Double?) {
    var iter = buffer.iter(at: buffer.text.boundary(atOrBefore: offset))
    // A mark, not the iter: GtkTextView comes back to it once the lines above have been measured.
    let mark = gtk_text_buffer_create_mark(buffer.native, nil, &iter, 1)!
    gtk_text_view_scroll_to_mark(native, mark, share == nil ? 0.05 : 0, share == nil ? 0 : 1, horizontalShare(of: &iter), share ?? 0)
    gtk_text_buffer_delete_mark(buffer.native, mark)
  }

  /// Where in the width of the view a place is now, from 0 to 1: aligned there, it moves across only if it is out of sight. Text with a word
  /// that is wider than the view would otherwise be pushed aside.
  private func horizontalShare(of iter: inout GtkTextIter) -> Double {
    guard let adjustment = gtk_scrollable_get_hadjustment(OpaquePointer(ref.pointer)) else { return 0 }
    var area = GdkRectangle()
    gtk_text_view_get_iter_location(native, &iter, &area)
    let free = gtk_adjustment_get_page_size(adjustment) - Double(area.width)
    return free > 0 ? min(max((Double(area.x) - gtk_adjustment_get_value(adjustment)) / free, 0), 1) : 0
  }

  /// Brings the caret into sight in the next idle moment.
  public func scrollToCaret() { scroll(to: buffer.selection.head) }

  /// Runs a handler when what is in sight may have changed: scrolling, another size, text measured anew.
  public func onScroll(_ handler: @escaping @MainActor () -> Void) { scrollHandlers.append(handler) }

  private func tellScroll() {
    for handler in scrollHandlers { handler() }
  }
}
