/// GFM's list of tags that are not written as they are (6.11).
enum TagFilter {
  /// Whether the `<` at `start` opens or closes one of them.
  static func isFiltered(_ source: Source, _ start: Int, _ end: Int) -> Bool {
    var name = start + 1
    if name < end, source[name] == Byte.slash { name += 1 }
    for (tag, length) in tags where matches(source, name, end, tag) {
      let next = name + length
      if next >= end || source[next].isASCIISpace || source[next] == Byte.greater { return true }
      if source[next] == Byte.slash, next + 1 < end, source[next + 1] == Byte.greater { return true }
    }
    return false
  }

  private static let tags: [(StaticString, Int)] = [
    ("title", 5), ("textarea", 8), ("style", 5), ("xmp", 3), ("iframe", 6), ("noembed", 7), ("noframes", 8), ("script", 6),
    ("plaintext", 9),
  ]
}
