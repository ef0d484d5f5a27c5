/// A text for people, not yet translated: the English original and, where one word has two meanings, its context.
///
/// The catalogue is pure and knows no gettext; whoever shows a message translates it. `xgettext` finds the originals by
/// the names ``tr(_:)`` and ``C_(_:_:)`` below.
public struct Message: Hashable, Sendable {
  public let original: String
  /// What tells two equal originals apart for translators; `nil` where none is needed.
  public let context: String?

  public init(original: String, context: String? = nil) {
    self.original = original
    self.context = context
  }
}

/// Marks an original for extraction.
func tr(_ original: String) -> Message { Message(original: original) }

/// Marks an original with a context for extraction.
func C_(_ context: String, _ original: String) -> Message { Message(original: original, context: context) }
