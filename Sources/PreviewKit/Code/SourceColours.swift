// Owns: the colours of code in the preview. GtkSourceView's definitions are read after the frame that first needs them, one piece of code a
// turn: opening a document full of code must not wait for them.

internal import GLibKit
internal import GtkKit
internal import TextModel
internal import Typesetting

/// Colours code by the definitions that the editor uses.
final class SourceColours: CodeColours {
  /// Called when colours have come that were not there when they were asked for.
  var onChange: () -> Void = {}
  private var waiting: [(code: String, language: String)] = []
  private var known: [String: [CodeSpan]] = [:]
  /// Languages whose definitions were read: the next piece is coloured at once.
  private var warm: Set<String> = []
  private var next: ScheduledCall?
  /// A longer piece is coloured after the frame.
  private static let mostAtOnce = 3000
  private static let mostKnown = 200

  func spans(of code: String, language: String) -> [CodeSpan]? {
    let key = language + "\n" + code
    if let spans = known[key] { return spans }
    if !CodeColouring.shared.knows(language) { return [] }
    if warm.contains(language), code.utf8.count <= Self.mostAtOnce { return colour(code, language, key) }
    if !waiting.contains(where: { $0.code == code && $0.language == language }) { waiting.append((code, language)) }
    workSoon()
    return nil
  }

  private func colour(_ code: String, _ language: String, _ key: String) -> [CodeSpan] {
    let spans = CodeColouring.shared.spans(of: code, language: language).compactMap(CodeSpan.init)
    if known.count >= Self.mostKnown { known = [:] }
    known[key] = spans
    warm.insert(language)
    return spans
  }

  private func workSoon() {
    guard next?.isPending != true else { return }
    next = MainLoop.next { [weak self] in self?.work() }
  }

  private func work() {
    // What was asked for last is what is looked at.
    guard let piece = waiting.popLast() else { return }
    _ = colour(piece.code, piece.language, piece.language + "\n" + piece.code)
    if waiting.count > 50 { waiting.removeFirst(waiting.count - 50) }
    if waiting.isEmpty { onChange() } else { workSoon() }
  }
}

extension CodeSpan {
  /// Takes over what GtkSourceView's definitions say; nil when that is nothing that has a colour.
  init?(_ span: HighlightSpan) {
    let kind: Kind
    switch span.style {
    case .codeComment: kind = .comment
    case .codeString: kind = .text
    case .codeNumber: kind = .number
    case .codeKeyword: kind = .keyword
    case .codeType: kind = .type
    case .codeFunction: kind = .function
    case .codeDirective: kind = .directive
    default: return nil
    }
    self.init(span.range.bytes, kind)
  }
}
