// Owns: the looks of the text in sight.
// Rule: GTK keeps tags only on what is near the visible lines, and only what really changed is touched: a letter typed inside
// a word changes no tag. What a piece of text is, somebody else says (`spans`); this class does not know Markdown.
// Tags are set in the next turn of the main loop, before drawing: never while the buffer changes, and never scrolling.

import CGLib
import CGtk
import CGtkShim
import GLibKit
public import TextModel

/// Gives the text in sight its looks, and keeps them right while text changes and scrolls.
@MainActor
public final class Highlighter {
  /// Says what the text in a range is: spans may reach beyond it, and overlap. Nil says that the answer is not known yet:
  /// `invalidate` will tell.
  public typealias Spans = @MainActor (TextRange) -> [HighlightSpan]?

  /// Lines of more characters than this get no looks: GTK sets such a line anew at every key.
  public static let longestLine = LongLines.limit

  private let view: SourceView
  private let spans: Spans
  private let tags: [UnsafeMutablePointer<GtkTextTag>]
  /// The part of the text for which `applied` lists every tag that GTK has.
  private var covered: TextRange?
  /// The ranges that have the tag of each style.
  private var applied = [TextRangeSet](repeating: TextRangeSet(), count: HighlightStyle.allCases.count)
  /// What in the covered part may look wrong.
  private var dirty = TextRangeSet()
  /// What was covered once, and may still have tags.
  private var stale = TextRangeSet()
  /// What `invalidate` was asked for, with the revision that it speaks of: the asker may have heard of a change before us.
  private var requests: [(range: TextRange?, revision: Int)] = []
  private var update: ScheduledCall?
  /// The styles that fill whole lines, with their colours.
  private var lineColours: [(style: Int, colour: Colour)] = []
  private lazy var lineBackgrounds = LineBackgrounds(view) { [weak self] in
    guard let self else { return [] }
    return self.lineColours.map { (self.applied[$0.style].ranges, $0.colour) }
  }
  private var themeConnections: [SignalConnection] = []

  /// Begins to highlight a view.
  public init(_ view: SourceView, spans: @escaping Spans) {
    self.view = view
    self.spans = spans
    let table = gtk_text_buffer_get_tag_table(view.buffer.native)!
    tags = HighlightStyle.allCases.map { style in
      let tag = masthead_text_tag_new("masthead-\(style)")!
      gtk_text_tag_table_add(table, tag)
      g_object_unref(tag)
      return tag
    }
    view.buffer.onChange { [weak self] in self?.follow($0) }
    view.onScroll { [weak self] in self?.schedule() }
    themeConnections = [
      StyleManager.onDarkChange { [weak self] in self?.applyTheme() },
      StyleManager.onHighContrastChange { [weak self] in self?.applyTheme() },
    ]
    applyTheme()
    schedule()
  }

  isolated deinit {
    update?.cancel()
    for connection in themeConnections { connection.disconnect() }
  }

  /// The looks, instead of those that fit the desktop's light or dark style.
  public var theme: HighlightTheme? {
    didSet { applyTheme() }
  }

  /// Says that what the text in a range is may have changed; nil is the whole text. Costs nothing for what is out of sight.
  ///
  /// The range speaks of the text as it is now; a handler of the buffer's changes may call this.
  public func invalidate(_ range: TextRange? = nil) {
    requests.append((range, view.buffer.snapshot.revision))
    schedule()
  }

  // MARK: Following

  private func follow(_ change: SourceBuffer.Change) {
    for edit in change.edits {
      for style in applied.indices { applied[style].apply(edit) }
      stale.apply(edit)
      dirty.apply(edit)
      if let range = covered {
        let lower = edit.map(range.lower, .before)
        covered = TextRange(lower, max(lower, edit.map(range.upper, .before)))
      }
      if let part = covered?.intersection(edit.newRange) { dirty.insert(part) }
      for index in requests.indices where requests[index].revision < change.after.revision {
        requests[index].range = requests[index].range.map { TextRange(edit.map($0.lower, .before), edit.map($0.upper, .after)) }
      }
    }
    schedule()
  }

  private func schedule() {
    guard update?.isPending != true else { return }
    update = MainLoop.next { [weak self] in self?.refresh() }
  }

  /// Tells whether there is work that the next turn of the main loop does. For tests.
  package var isWaiting: Bool { update?.isPending ?? false }

  private func refresh() {
    // What is listed speaks of the text before a paste in pieces until that is told, which comes back here.
    guard !view.buffer.isInserting else { return }
    let near = view.nearbyRange
    let isInSight = covered?.contains(view.visibleRange) ?? false
    if !isInSight || isTooLong(covered, near) { cover(near) }
    if let covered {
      for request in requests {
        if let part = (request.range ?? covered).intersection(covered) { dirty.insert(part) }
      }
    }
    requests = []
    guard let part = covered?.intersection(near) else { return }
    for range in dirty.intersection(part).ranges {
      guard refresh(range) else { return }
      dirty.remove(range)
    }
  }

  // MARK: What is covered

  private func cover(_ target: TextRange) {
    guard let old = covered, old.touches(target) else {
      if let covered { stale.insert(covered) }
      for style in applied.indices { applied[style] = TextRangeSet() }
      covered = target
      dirty = TextRangeSet([target])
      return wipe(target)
    }
    for gap in TextRangeSet([target]).subtracting(TextRangeSet([old])).ranges {
      wipe(gap)
      dirty.insert(gap)
    }
    var whole = old.union(target)
    // Else scrolling on, or a large paste, would make the lists grow with the document, and with them the cost of a key.
    if isTooLong(whole, target) {
      for gap in TextRangeSet([whole]).subtracting(TextRangeSet([target])).ranges { stale.insert(gap) }
      for style in applied.indices { applied[style] = applied[style].intersection(target) }
      dirty = dirty.intersection(target)
      whole = target
    }
    covered = whole
  }

  private func isTooLong(_ range: TextRange?, _ near: TextRange) -> Bool { (range?.count ?? 0) > 4 * near.count + 20_000 }

  /// Takes tags off that an earlier visit left.
  private func wipe(_ gap: TextRange) {
    for range in stale.intersection(gap).ranges {
      var start = view.buffer.iter(at: range.lower)
      var end = view.buffer.iter(at: range.upper)
      for tag in tags {
        var toggle = start
        let isTagged = gtk_text_iter_has_tag(&start, tag) != 0
        if !isTagged, gtk_text_iter_forward_to_tag_toggle(&toggle, tag) == 0 || gtk_text_iter_compare(&toggle, &end) >= 0 { continue }
        gtk_text_buffer_remove_tag(view.buffer.native, tag, &start, &end)
      }
    }
    stale.remove(gap)
  }

  // MARK: Tags

  /// Brings the tags of a range up to date; false when it is not known yet what the text is.
  private func refresh(_ range: TextRange) -> Bool {
    var wanted = [[TextRange]](repeating: [], count: tags.count)
    for part in TextRangeSet([range]).subtracting(view.buffer.text.longLines(in: range)).ranges {
      guard let found = spans(part) else { return false }
      for span in found {
        if let piece = span.range.intersection(part), !piece.isEmpty { wanted[Int(span.style.rawValue)].append(piece) }
      }
    }
    var cursor = ScalarCursor(view.buffer.text)
    for style in applied.indices {
      let new = TextRangeSet(wanted[style])
      let old = applied[style].intersection(range)
      guard new != old else { continue }
      for gone in old.subtracting(new).ranges { tag(gone, style, false, &cursor) }
      for come in new.subtracting(old).ranges { tag(come, style, true, &cursor) }
      applied[style].remove(range)
      for range in new.ranges { applied[style].insert(range) }
    }
    return true
  }

  private func tag(_ range: TextRange, _ style: Int, _ isOn: Bool, _ cursor: inout ScalarCursor) {
    var start = view.buffer.iter(atScalar: cursor.scalar(at: range.lower))
    var end = view.buffer.iter(atScalar: cursor.scalar(at: range.upper))
    if isOn {
      gtk_text_buffer_apply_tag(view.buffer.native, tags[style], &start, &end)
    } else {
      gtk_text_buffer_remove_tag(view.buffer.native, tags[style], &start, &end)
    }
  }

  /// Compares the tags that GTK has in the covered part with the list of them; nil when they agree. For tests. O(covered part).
  public var flaw: String? {
    guard let covered else { return nil }
    for style in HighlightStyle.allCases {
      let index = Int(style.rawValue)
      let listed = applied[index].intersection(covered)
      var found: [TextRange] = []
      var iter = view.buffer.iter(at: covered.lower)
      var isOn = gtk_text_iter_has_tag(&iter, tags[index]) != 0
      var last = covered.lower
      while last < covered.upper {
        let isMore = gtk_text_iter_forward_to_tag_toggle(&iter, tags[index]) != 0
        let next = isMore ? min(view.buffer.offset(of: iter), covered.upper) : covered.upper
        if isOn { found.append(TextRange(last, next)) }
        isOn.toggle()
        last = next
      }
      if TextRangeSet(found) != listed { return "\(style): GTK has \(TextRangeSet(found).ranges), listed are \(listed.ranges)" }
    }
    return nil
  }

  /// The ranges near the visible lines that have a style, as GTK shows them.
  public func ranges(of style: HighlightStyle) -> [TextRange] { applied[Int(style.rawValue)].ranges }

  // MARK: Looks

  private func applyTheme() {
    let theme = theme ?? .fitting(isDark: StyleManager.isDark, isHighContrast: StyleManager.isHighContrast)
    lineColours = []
    for style in HighlightStyle.allCases {
      var look = theme.look(of: style)
      if let colour = look.lineBackground { lineColours.append((Int(style.rawValue), colour)) }
      // GTK would leave blank lines out.
      look.lineBackground = nil
      look.apply(to: tags[Int(style.rawValue)])
    }
    _ = lineBackgrounds
    gtk_widget_queue_draw(view.widget.native())
  }
}

extension ChunkedText {
  /// The lines that touch a range and are too long to carry tags.
  func longLines(in range: TextRange) -> TextRangeSet { TextRangeSet(longLines(in: range, over: Highlighter.longestLine)) }
}
