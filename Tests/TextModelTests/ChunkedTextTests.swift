import RandomTexts
import Testing
import TextModel

/// Chunks so small that a few hundred bytes make a deep tree.
private let tiny = ChunkLimits(least: 8, most: 32)

@Suite struct ChunkedTextTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomEditsEqualThoseOnAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = randomText(pieces: Int.random(in: 0...200, using: &generator), holdsNUL: true, using: &generator)
    var text = ChunkedText(start, limits: tiny)
    var naive = NaiveText(bytes: Array(start.utf8))
    for step in 0..<120 {
      let boundaries = naive.boundaries
      let lower = boundaries.randomElement(using: &generator)!
      let longest = Bool.random(using: &generator) ? 6 : 400
      let upper = boundaries.filter { $0 >= lower && $0 <= lower + longest }.randomElement(using: &generator)!
      let new = randomText(pieces: step % 10 == 0 ? 60 : Int.random(in: 0...3, using: &generator), holdsNUL: true, using: &generator)
      let before = text
      let old = naive.bytes
      text.replace(TextRange(lower, upper), with: new)
      naive.bytes.replaceSubrange(lower..<upper, with: new.utf8)
      #expect(text.flaw == nil)
      #expect(text.bytes(in: text.range) == naive.bytes)
      #expect(before.bytes(in: before.range) == old, "an older version never changes")
      #expect((text == before) == (naive.bytes == old))
      let part = before.part(TextRange(lower, upper))
      #expect(part.flaw == nil)
      #expect(part.bytes(in: part.range) == Array(old[lower..<upper]))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func offsetsConvertAsCountedOneByOne(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let string = randomText(pieces: Int.random(in: 0...150, using: &generator), holdsNUL: true, using: &generator)
    var text = ChunkedText(limits: tiny)
    // Built by appending, so that seams fall inside CR LF too.
    for scalar in string.unicodeScalars { text.replace(TextRange(at: text.end), with: String(scalar)) }
    #expect(text.flaw == nil)
    let naive = NaiveText(bytes: Array(string.utf8))
    let boundaries = naive.boundaries
    #expect(text.scalarCount == boundaries.count - 1)
    for (scalar, byte) in boundaries.enumerated() {
      #expect(text.lines.scalar(at: TextOffset(byte)) == scalar)
      #expect(text.lines.offset(ofScalar: scalar) == TextOffset(byte))
    }
    for byte in 0...naive.bytes.count {
      #expect(text.isBoundary(TextOffset(byte)) == boundaries.contains(byte))
      #expect(text.boundary(atOrBefore: TextOffset(byte)).utf8 == boundaries.last { $0 <= byte })
      #expect(text.boundary(atOrAfter: TextOffset(byte)).utf8 == boundaries.first { $0 >= byte })
    }
    let starts = naive.lineStarts
    #expect(text.lines.count == starts.count)
    for (line, start) in starts.enumerated() {
      #expect(text.lines.start(ofLine: line) == TextOffset(start))
      let next = line + 1 < starts.count ? starts[line + 1] : naive.bytes.count
      #expect(text.lines.range(ofLine: line) == TextRange(start, next))
      let content = text.lines.content(ofLine: line)
      let end = text.lines.lineEnd(ofLine: line)?.string ?? ""
      #expect(text.string(in: TextRange(content.upper, TextOffset(next))).utf8.elementsEqual(end.utf8))
      #expect(!text.bytes(in: content).contains(10) && !text.bytes(in: content).contains(13))
    }
    for byte in 0...naive.bytes.count {
      #expect(text.lines.line(at: TextOffset(byte)) == starts.lastIndex { $0 <= byte })
    }
  }

  @Test func chunksAreSharedAndSizedAsPromised() {
    var text = ChunkedText(String(repeating: "0123456789abcde\n", count: 65_536))
    #expect(text.count == 1 << 20)
    #expect(text.flaw == nil)
    var pieces: [Int] = []
    text.forEachChunk { piece, _ in
      pieces.append(piece.count)
      return true
    }
    #expect(pieces.allSatisfy { (16 << 10)...(64 << 10) ~= $0 } && pieces.count >= 16)
    let middle = TextOffset(1 << 19)
    let before = text
    text.replace(TextRange(at: middle), with: "x")
    var moved = 0
    text.forEachChunk { piece, offset in
      let old = offset <= middle ? offset : offset - 1
      if !before.withChunk(at: old, { chunk, _ in chunk.baseAddress == piece.baseAddress }) { moved += 1 }
      return true
    }
    #expect(moved == 1, "an edit copies the one chunk that it is in")
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xE2, 0x80], "\u{FFFD}"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF0, 0x9F, 0x91, 0x41], "\u{FFFD}A"), ([0x80], "\u{FFFD}"), ([0xE0, 0x9F, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF5, 0x80], "\u{FFFD}\u{FFFD}"), ([0xC3], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func illFormedBytesBecomeReplacementCharacters(bytes: [UInt8], expected: String) {
    #expect(ChunkedText(utf8: bytes).string == expected)
    #expect(bytes.withUnsafeBufferPointer { ChunkedText(wellFormed: $0) } == nil)
    var text: ChunkedText = "<>"
    bytes.withUnsafeBufferPointer { text.replace(TextRange(1, 1), with: $0) }
    #expect(text.string == "<\(expected)>")
  }

  @Test func wellFormedBytesAreAcceptedWhole() {
    let all = difficultPieces.joined() + String(repeating: "x", count: 9) + "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}"
    let bytes = Array(all.utf8)
    let text = bytes.withUnsafeBufferPointer { ChunkedText(wellFormed: $0) }
    #expect(text?.bytes(in: TextRange(0..<bytes.count)) == bytes)
  }

  @Test func randomBytesAreJudgedAsTheStandardLibraryDoes() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        [0x41, 0x80, 0xBF, 0x9F, 0xA0, 0xC2, 0xC1, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0x8F, 0x90, 0xFF].randomElement(using: &generator)!
          as UInt8
      }
      let isWellFormed = bytes.withUnsafeBufferPointer { ChunkedText(wellFormed: $0) } != nil
      #expect(isWellFormed == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  @Test func contiguousBytesCrossSeams() {
    let text = ChunkedText(String(repeating: "äöü\n", count: 100), limits: tiny)
    for lower in stride(from: 0, to: 700, by: 13) {
      for upper in stride(from: lower, through: 700, by: 29) {
        let range = TextRange(lower, upper)
        #expect(text.withContiguousUTF8(in: range) { Array($0) } == text.bytes(in: range))
      }
    }
    #expect(text.withContiguousUTF8 { $0.count } == 700)
    #expect(ChunkedText().withContiguousUTF8 { $0.count } == 0)
  }

  @Test func equalityIsOfBytesNotOfCharacters() {
    #expect(ChunkedText("é") != ChunkedText("e\u{301}"))
    var typed = ChunkedText(limits: tiny)
    for _ in 0..<50 { typed.replace(TextRange(at: typed.end), with: "äb") }
    #expect(typed == ChunkedText(String(repeating: "äb", count: 50)), "however the chunks fall")
    #expect(typed != ChunkedText(String(repeating: "äb", count: 49) + "äc"))
    #expect(ChunkedText() == "")
  }

  @Test func chunkIterationStopsWhenTold() {
    let text = ChunkedText(String(repeating: "x", count: 300), limits: tiny)
    var seen = 0
    text.forEachChunk(in: TextRange(10, 290)) { piece, offset in
      #expect(offset.utf8 == 10 + seen)
      seen += piece.count
      return seen < 100
    }
    #expect(seen >= 100 && seen <= 132)
  }
}
