import Testing
import TextModel

/// Costs are compared within one run, so that a busy or slow machine changes nothing.
@Suite(.serialized) struct TextModelSpeedTests {
  /// The best of several rounds of the same work, which is the one that nobody disturbed.
  private func best(of rounds: Int = 7, _ work: () -> Void) -> Duration {
    (0..<rounds).map { _ in ContinuousClock().measure(work) }.min()!
  }

  private func text(megabytes: Int) -> ChunkedText {
    let paragraph = "The quick brown fox — das „schnelle“ Tier 🦊 — jumps over it.\nAnd again, a line of ordinary length, in ASCII.\n"
    return ChunkedText(String(repeating: paragraph, count: megabytes * 1_000_000 / paragraph.utf8.count))
  }

  /// Offsets all over the text, each at a boundary.
  private func places(_ text: ChunkedText) -> [TextOffset] {
    (0..<64).map { text.boundary(atOrBefore: TextOffset(text.count / 64 * $0 + $0)) }
  }

  @Test func tenMegabytesCostAboutWhatOneDoes() {
    let small = text(megabytes: 1)
    let large = text(megabytes: 10)
    func ratio(_ name: String, _ work: @escaping (ChunkedText, [TextOffset]) -> Void) {
      let smallPlaces = places(small)
      let largePlaces = places(large)
      // In turns, so that whatever else the machine does falls on both.
      var one = Duration.seconds(1000)
      var ten = one
      for _ in 0..<15 {
        one = min(one, ContinuousClock().measure { work(small, smallPlaces) })
        ten = min(ten, ContinuousClock().measure { work(large, largePlaces) })
      }
      // Linear cost would give 10; a tree four levels deeper and a colder cache give less than 2 on an idle machine.
      #expect(ten < one * 6, "\(name): \(one) at 1 MB, \(ten) at 10 MB")
    }
    ratio("edit") { text, places in
      for place in places { _ = text.replacing(TextRange(at: place), with: "ä") }
    }
    ratio("edit over a seam") { text, places in
      for place in places.dropLast(3) {
        _ = text.replacing(TextRange(place, text.boundary(atOrAfter: place + 50_000)), with: "x")
      }
    }
    ratio("byte to scalar") { text, places in
      for place in places { _ = text.lines.scalar(at: place) }
    }
    ratio("scalar to byte") { text, places in
      for place in places { _ = text.lines.offset(ofScalar: place.utf8 / 2) }
    }
    ratio("byte to line") { text, places in
      for place in places { _ = text.lines.line(at: place) }
    }
    ratio("line to byte") { text, places in
      for place in places { _ = text.lines.start(ofLine: text.lines.count / 64 * (place.utf8 % 64)) }
    }
    ratio("snapshot") { text, places in
      for _ in places { _ = TextSnapshot(text, revision: 1) }
    }
  }

  @Test func equalTextsThatShareChunksAreComparedQuickly() {
    let large = text(megabytes: 10)
    var other = large
    other.replace(TextRange(500, 500), with: "x")
    other.replace(TextRange(500, 501), with: "")
    let rebuilt = ChunkedText(large.string)
    let shared = best { #expect(other == large) }
    let whole = best { #expect(rebuilt == large) }
    #expect(shared < whole / 3, "\(shared) against \(whole)")
  }
}
