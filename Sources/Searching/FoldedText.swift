/// A text as a search sees it: without case, and without the accents that many leave out when they type.
///
/// Each folded scalar remembers which scalar of the original it stands for, so that what was found can be shown there.
public struct FoldedText: Hashable, Sendable {
  /// The folded scalars.
  let scalars: [Unicode.Scalar]
  /// For each folded scalar the index of the original scalar.
  let origins: [Int]

  /// Folds a text. O(length).
  public init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var origins: [Int] = []
    scalars.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    var index = 0
    for scalar in text.unicodeScalars {
      defer { index += 1 }
      // Accents that stand apart from their letters.
      if scalar.value >= 0x300, scalar.value <= 0x36F { continue }
      scalars.append(scalar.folded)
      origins.append(index)
    }
    self.scalars = scalars
    self.origins = origins
  }

  var count: Int { scalars.count }
  var isEmpty: Bool { scalars.isEmpty }

  /// Whether a word begins at an index.
  func startsWord(at index: Int) -> Bool {
    scalars[index].isWordScalar && (index == 0 || !scalars[index - 1].isWordScalar)
  }

  /// Finds words at or after an index; nil when they are not there. O(length · length of the needle).
  func firstIndex(of needle: [Unicode.Scalar], from start: Int = 0) -> Int? {
    guard let first = needle.first, count >= needle.count else { return nil }
    var index = start
    search: while index + needle.count <= count {
      guard scalars[index] == first else {
        index += 1
        continue
      }
      for offset in needle.indices where scalars[index + offset] != needle[offset] {
        index += 1
        continue search
      }
      return index
    }
    return nil
  }

  /// The original scalars that a range of folded ones stands for.
  func original(_ range: Range<Int>) -> Range<Int> { origins[range.lowerBound]..<origins[range.upperBound - 1] + 1 }
}

extension Unicode.Scalar {
  /// The letter in lower case, without its accent where it is one of the Latin letters of Europe.
  var folded: Unicode.Scalar {
    let value = value
    if value < 0x80 { return value >= 0x41 && value <= 0x5A ? Unicode.Scalar(UInt8(value + 0x20)) : self }
    let lower = properties.lowercaseMapping.unicodeScalars.first ?? self
    switch lower.value {
    case 0xE0...0xE5, 0x101, 0x103, 0x105, 0x1CE: return "a"
    case 0xE7, 0x107, 0x109, 0x10B, 0x10D: return "c"
    case 0x10F, 0x111: return "d"
    case 0xE8...0xEB, 0x113, 0x115, 0x117, 0x119, 0x11B: return "e"
    case 0x11D, 0x11F, 0x121, 0x123: return "g"
    case 0x125, 0x127: return "h"
    case 0xEC...0xEF, 0x129, 0x12B, 0x12D, 0x12F, 0x131: return "i"
    case 0x137: return "k"
    case 0x13A, 0x13C, 0x13E, 0x142: return "l"
    case 0xF1, 0x144, 0x146, 0x148: return "n"
    case 0xF2...0xF6, 0xF8, 0x14D, 0x14F, 0x151: return "o"
    case 0x155, 0x157, 0x159: return "r"
    case 0x15B, 0x15D, 0x15F, 0x161, 0x219: return "s"
    case 0x163, 0x165, 0x21B: return "t"
    case 0xF9...0xFC, 0x169, 0x16B, 0x16D, 0x16F, 0x171, 0x173: return "u"
    case 0xFD, 0xFF: return "y"
    case 0x17A, 0x17C, 0x17E: return "z"
    default: return lower
    }
  }

  /// Whether the scalar is part of a word.
  var isWordScalar: Bool {
    if value < 0x80 {
      return value >= 0x61 && value <= 0x7A || value >= 0x41 && value <= 0x5A || value >= 0x30 && value <= 0x39
    }
    return properties.isAlphabetic || properties.numericType != nil
  }
}
