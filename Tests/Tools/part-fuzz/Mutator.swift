/// Makes inputs by mutation.
struct Mutator {
  private var state: UInt64
  private let corpus: [[UInt8]]

  init(seed: UInt64, corpus: [[UInt8]]) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    // Cut into neighbourhoods: a specification's examples, a document's paragraphs.
    self.corpus = corpus.flatMap { bytes in
      stride(from: 0, to: bytes.count, by: 300).map { Array(bytes[$0..<min(bytes.count, $0 + 300)]) }
    }
  }

  mutating func random(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(limit, 1)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random(choices.count)] }

  /// Bytes made of pieces and of the corpus, and then changed here and there.
  mutating func bytes(_ pieces: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...random(4) {
      if !corpus.isEmpty, random(4) == 0 {
        bytes += corpus[random(corpus.count)]
      } else {
        for _ in 0..<random(24) { bytes += Array(pick(pieces).utf8) }
      }
    }
    mutate(&bytes, by: Array(pick(pieces).utf8))
    return bytes
  }

  mutating func mutate(_ bytes: inout [UInt8], by piece: [UInt8]) {
    for _ in 0..<random(6) where !bytes.isEmpty {
      let place = random(bytes.count)
      switch random(6) {
      case 0: bytes[place] = UInt8(random(256))
      case 1: bytes[place] ^= UInt8(1 << random(8))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(contentsOf: piece, at: place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + random(40)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random(60))], at: random(bytes.count))
      }
    }
  }
}
