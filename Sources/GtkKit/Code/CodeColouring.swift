// Owns: what the words of a piece of code are, as GtkSourceView's language definitions tell it.
// Rule: a hidden GtkSourceBuffer for each piece of code that is in use, without a view and without a display. It lends what it knows, never
// its colours: they are the theme's, so that light, dark and high contrast need no second look.

import CGLib
import CGtk
import GLibKit
public import TextModel

/// Tells keywords, strings, comments and the like in code of other languages. One for the whole process: see `shared`.
@MainActor
public final class CodeColouring {
  /// The one that everybody asks: editor, preview and export see the same.
  public static let shared = CodeColouring()

  /// Code of more lines than this gets no colours: a key in it would cost too much.
  public static let mostLines = 200
  /// A line of more bytes than this gets no colours, nor does the rest of its code: the definitions are regular expressions.
  public static let mostLineBytes = 2_000

  /// The pieces of code that are kept, the one used last at the end.
  private var samples: [CodeSample] = []
  private static let mostSamples = 24
  private let languages = CodeLanguages()

  private init() {}

  /// Gives the spans of a piece of code, counted from its first byte, in their order and without overlaps; empty when the language is not
  /// known, or the code too long.
  ///
  /// `language` is the first word of a fence's info string; code of more than `mostLines` is too long. The same code asked for again costs
  /// nothing, and one that differs a little from the last costs what differs. Call it on the main thread; it needs no display.
  public func spans(of code: String, language: String, mostLines: Int = mostLines) -> [HighlightSpan] {
    guard !code.isEmpty, let native = languages.find(language), Self.isShort(code, mostLines) else { return [] }
    if let index = samples.firstIndex(where: { $0.language == native && $0.code == code }) {
      let sample = samples.remove(at: index)
      samples.append(sample)
      return sample.spans
    }
    let sample = sampleToChange(for: code, native) ?? CodeSample(native, scheme: CodeScheme.shared)
    sample.show(code)
    samples.append(sample)
    return sample.spans
  }

  /// Whether code of a language can be told apart at all.
  public func knows(_ language: String) -> Bool { languages.find(language) != nil }

  /// Takes the piece out that is most like the new one: the same fence before a key. Else the oldest, when there are enough.
  private func sampleToChange(for code: String, _ language: OpaquePointer) -> CodeSample? {
    let alike = samples.lastIndex { $0.language == language && $0.isAlmost(code) }
    if let alike { return samples.remove(at: alike) }
    guard samples.count >= Self.mostSamples else { return nil }
    let oldest = samples.removeFirst()
    return oldest.language == language ? oldest : nil
  }

  private static func isShort(_ code: String, _ mostLines: Int) -> Bool {
    var lines = 1
    var length = 0
    for byte in code.utf8 {
      length += 1
      if byte == 0x0A {
        lines += 1
        length = 0
      }
      if lines > mostLines + 1 || length > mostLineBytes { return false }
    }
    return true
  }
}

/// One piece of code in a hidden buffer.
private final class CodeSample {
  let language: OpaquePointer
  private(set) var code = ""
  private(set) var spans: [HighlightSpan] = []
  private let ref: GObjectRef
  /// What each of the buffer's tags says; nil when it says nothing.
  private var meanings: [OpaquePointer: HighlightStyle?] = [:]

  init(_ language: OpaquePointer, scheme: CodeScheme) {
    self.language = language
    let buffer = gtk_source_buffer_new_with_language(language)!
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(buffer))
    gtk_source_buffer_set_style_scheme(buffer, scheme.native)
    gtk_source_buffer_set_highlight_matching_brackets(buffer, 0)
    gtk_text_buffer_set_enable_undo(native, 0)
  }

  private var native: UnsafeMutablePointer<GtkTextBuffer> { ref.pointer.assumingMemoryBound(to: GtkTextBuffer.self) }

  /// Whether a code differs so little that changing this piece is cheaper than beginning anew.
  func isAlmost(_ other: String) -> Bool {
    let shared = common(other)
    return shared.prefix + shared.suffix >= min(code.utf8.count, other.utf8.count) / 2
  }

  private func common(_ other: String) -> (prefix: Int, suffix: Int) {
    let (old, new) = (Array(code.utf8), Array(other.utf8))
    let most = min(old.count, new.count)
    var prefix = 0
    while prefix < most, old[prefix] == new[prefix] { prefix += 1 }
    // Never inside a character.
    while prefix > 0, prefix < most, old[prefix] & 0xC0 == 0x80 || new[prefix] & 0xC0 == 0x80 { prefix -= 1 }
    var suffix = 0
    while suffix < most - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    while suffix > 0, old[old.count - suffix] & 0xC0 == 0x80 { suffix -= 1 }
    return (prefix, suffix)
  }

  func show(_ new: String) {
    let shared = common(new)
    let old = Array(code.utf8)
    let lower = String(decoding: old[..<shared.prefix], as: UTF8.self).unicodeScalars.count
    let gone = String(decoding: old[shared.prefix..<(old.count - shared.suffix)], as: UTF8.self).unicodeScalars.count
    let come = Array(new.utf8)[shared.prefix..<(new.utf8.count - shared.suffix)]
    var start = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(native, &start, gint(lower))
    if gone > 0 {
      var end = GtkTextIter()
      gtk_text_buffer_get_iter_at_offset(native, &end, gint(lower + gone))
      gtk_text_buffer_delete(native, &start, &end)
    }
    // NUL cannot be in a GtkTextBuffer; one byte takes its place, so that offsets stay.
    let bytes = come.map { $0 == 0 ? 0x20 : CChar(bitPattern: $0) }
    if !bytes.isEmpty { gtk_text_buffer_insert(native, &start, bytes, gint(bytes.count)) }
    code = new
    spans = read()
  }

  private func read() -> [HighlightSpan] {
    var start = GtkTextIter()
    var end = GtkTextIter()
    gtk_text_buffer_get_bounds(native, &start, &end)
    gtk_source_buffer_ensure_highlight(ref.pointer.assumingMemoryBound(to: GtkSourceBuffer.self), &start, &end)
    var found: [HighlightSpan] = []
    var place = start
    var offset = 0
    var scalars = code.unicodeScalars.makeIterator()
    while gtk_text_iter_is_end(&place) == 0 {
      let meaning = self.meaning(at: &place)
      let before = gtk_text_iter_get_offset(&place)
      if gtk_text_iter_forward_to_tag_toggle(&place, nil) == 0 { place = end }
      let lower = offset
      for _ in before..<gtk_text_iter_get_offset(&place) {
        guard let scalar = scalars.next() else { break }
        offset += UTF8.width(scalar)
      }
      if let meaning, offset > lower { found.append(HighlightSpan(TextRange(lower..<offset), meaning)) }
    }
    return found
  }

  /// What the tag that wins at a place says.
  private func meaning(at place: inout GtkTextIter) -> HighlightStyle? {
    let list = gtk_text_iter_get_tags(&place)
    defer { g_slist_free(list) }
    var last: HighlightStyle?
    var next = list
    // In the order of their priorities: the last one that says something wins.
    while let link = next {
      if let meaning = meaning(of: OpaquePointer(link.pointee.data)) { last = meaning }
      next = link.pointee.next
    }
    return last
  }

  private func meaning(of tag: OpaquePointer) -> HighlightStyle? {
    if let known = meanings[tag] { return known }
    let found = CodeScheme.meaning(of: UnsafeMutableRawPointer(tag))
    meanings[tag] = found
    return found
  }
}
