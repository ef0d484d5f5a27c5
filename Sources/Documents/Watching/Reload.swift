import TextModel

/// Brings a document to the text that its file holds now, for a quiet reload and for Revert To Saved.
public enum Reload {
  /// Gives the plan that turns `text` into `found`: only what differs is replaced, so that caret, scroll, folds and marks beside
  /// the changes stay, and the whole is one undo step. Computed away from the caller's actor.
  public static func plan(from text: ChunkedText, to found: ChunkedText) async -> EditPlan {
    await BlockingWork.run { LineDifference(from: text, to: found).plan().merged(over: text) }
  }
}
