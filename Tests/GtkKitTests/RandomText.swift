/// Draws the same numbers from the same seed on every machine (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// What trips text code: emoji with joiners, combining marks, every line end, separators that are none, right-to-left text.
let difficultPieces: [String] = [
  "a", "word ", "ß", "é", "e\u{301}\u{323}", "漢字", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\n", "\r\n", "\r", "\r\r\n", "\n\r",
  "\u{2029}", "\u{2028}", "\u{85}", "\u{0B}", "\u{0C}", "\u{FEFF}", "שלום", "\u{FFFD}", "\u{FFFC}", "\u{10FFFF}", "\t", "",
]

func randomText(pieces: Int, using generator: inout SeededGenerator) -> String {
  (0..<pieces).map { _ in difficultPieces.randomElement(using: &generator)! }.joined()
}
