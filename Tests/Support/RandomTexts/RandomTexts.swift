// Owns: random numbers and texts that tests of several modules draw, the same from the same seed on every machine.

/// Draws the same numbers from the same seed on every machine (SplitMix64), so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// What trips text code: emoji with joiners, combining marks, every line end, separators that are none, right-to-left text.
public let difficultPieces: [String] = [
  "a", "word ", "ß", "é", "e\u{301}\u{323}", "漢字", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\n", "\r\n", "\r", "\r\r\n", "\n\r",
  "\u{2029}", "\u{2028}", "\u{85}", "\u{0B}", "\u{0C}", "\u{FEFF}", "שלום", "\u{FFFD}", "\u{FFFC}", "\u{10FFFF}", "\t", "",
]

/// Makes a text of some pieces; `holdsNUL` says whether NUL, which no GTK buffer can hold, may be among them.
public func randomText(pieces: Int, holdsNUL: Bool = false, using generator: inout SeededGenerator) -> String {
  let choice = holdsNUL ? difficultPieces + ["\u{0}"] : difficultPieces
  return (0..<pieces).map { _ in choice.randomElement(using: &generator)! }.joined()
}
