/// Counts the scalars before places of one text that come one after the other: only what lies between two of them is looked at.
///
/// For thousands of places near each other, where `LineIndex.scalar(at:)` looks at half a chunk for each.
public struct ScalarCursor {
  private let text: ChunkedText
  private var offset = TextOffset.zero
  private var scalar = 0
  /// Farther away the index is quicker.
  private static let near = 8 << 10

  /// Begins at the start of a text.
  public init(_ text: ChunkedText) { self.text = text }

  /// Gives the number of scalars before an offset, which must be on a boundary. O(bytes since the last place), at most O(log n + chunk).
  public mutating func scalar(at place: TextOffset) -> Int {
    let distance = place.utf8 - offset.utf8
    if abs(distance) > Self.near {
      scalar = text.lines.scalar(at: place)
    } else if distance != 0 {
      let between = TextRange(min(place, offset), max(place, offset))
      var count = 0
      text.forEachChunk(in: between) { bytes, _ in
        count += TextMeasure(bytes).scalars
        return true
      }
      scalar += distance > 0 ? count : -count
    }
    offset = place
    return scalar
  }
}
