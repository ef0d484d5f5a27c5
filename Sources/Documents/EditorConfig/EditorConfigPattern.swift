/// A pattern for paths: `*`, `**`, `?`, `[abc]`, `[!abc]`, `{one,two}`, `{1..9}`, and `\` before what means itself.
struct EditorConfigPattern: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case character(Unicode.Scalar)
    /// Any one character but a slash.
    case any
    /// Any number of characters but slashes.
    case run
    /// Any number of any characters.
    case deepRun
    case set(ranges: [ClosedRange<UInt32>], isNegated: Bool)
    /// A whole number in a range.
    case number(ClosedRange<Int>)
  }

  /// What the braces come to: one list for each way through them.
  let ways: [[Part]]
  /// More ways than this are not followed: nested braces multiply.
  static let most = 200

  init(_ pattern: String) {
    var scalars = Array(pattern.unicodeScalars)
    if let slash = scalars.firstIndex(of: "/") {
      if slash == 0 { scalars.removeFirst() }
    } else {
      // Without a slash it speaks of names, in whatever folder.
      scalars = Array("**/".unicodeScalars) + scalars
    }
    ways = pattern.isEmpty ? [] : Self.expanded(scalars).map(Self.parts)
  }

  /// Tells whether a path fits. O(length of the pattern × length of the path) for each way.
  func matches(_ path: String) -> Bool {
    let path = Array(path.unicodeScalars)
    return ways.contains { Self.matches($0, path) }
  }

  // MARK: Braces

  private static func expanded(_ pattern: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var done: [[Unicode.Scalar]] = []
    var open = [pattern]
    while let next = open.popLast(), done.count + open.count < most {
      guard let group = firstGroup(in: next) else {
        done.append(next)
        continue
      }
      for choice in group.choices.reversed() { open.append(next[..<group.start] + choice + next[group.end...]) }
    }
    return done
  }

  /// The first braces that offer a choice.
  private static func firstGroup(in pattern: [Unicode.Scalar]) -> (start: Int, end: Int, choices: [[Unicode.Scalar]])? {
    var start = 0
    while start < pattern.count {
      if pattern[start] == "\\" {
        start += 2
        continue
      }
      if pattern[start] == "{", let group = choices(in: pattern, from: start) { return (start, group.end, group.choices) }
      start += 1
    }
    return nil
  }

  private static func choices(in pattern: [Unicode.Scalar], from start: Int) -> (end: Int, choices: [[Unicode.Scalar]])? {
    var (depth, index) = (0, start)
    var choices: [[Unicode.Scalar]] = [[]]
    while index < pattern.count {
      let scalar = pattern[index]
      if scalar == "\\", index + 1 < pattern.count {
        choices[choices.count - 1] += [scalar, pattern[index + 1]]
        index += 2
        continue
      }
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0 { return choices.count > 1 ? (index + 1, choices) : nil }
      if scalar == ",", depth == 1 {
        choices.append([])
      } else if index > start {
        choices[choices.count - 1].append(scalar)
      }
      index += 1
    }
    return nil
  }

  // MARK: Parts

  private static func parts(_ pattern: [Unicode.Scalar]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < pattern.count {
      let scalar = pattern[index]
      index += 1
      switch scalar {
      case "\\" where index < pattern.count:
        parts.append(.character(pattern[index]))
        index += 1
      case "?": parts.append(.any)
      case "*":
        guard index < pattern.count, pattern[index] == "*" else {
          parts.append(.run)
          continue
        }
        index += 1
        parts.append(.deepRun)
        // "**/" also means no folder at all.
        if index < pattern.count, pattern[index] == "/", parts.count == 1 { index += 1 }
      case "[":
        if let set = set(in: pattern, from: index) {
          parts.append(set.part)
          index = set.end
        } else {
          parts.append(.character(scalar))
        }
      case "{":
        if let end = pattern[index...].firstIndex(of: "}"), let range = numbers(pattern[index..<end]) {
          parts.append(.number(range))
          index = end + 1
        } else {
          parts.append(.character(scalar))
        }
      default: parts.append(.character(scalar))
      }
    }
    return parts
  }

  private static func numbers(_ text: ArraySlice<Unicode.Scalar>) -> ClosedRange<Int>? {
    let ends = String(String.UnicodeScalarView(text)).split(separator: "..", omittingEmptySubsequences: false)
    guard ends.count == 2, let one = Int(ends[0]), let other = Int(ends[1]) else { return nil }
    return min(one, other)...max(one, other)
  }

  private static func set(in pattern: [Unicode.Scalar], from start: Int) -> (part: Part, end: Int)? {
    var index = start
    let isNegated = index < pattern.count && pattern[index] == "!"
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    while index < pattern.count {
      var scalar = pattern[index]
      index += 1
      if scalar == "]", !ranges.isEmpty { return (.set(ranges: ranges, isNegated: isNegated), index) }
      // A set holds no slash: it is none, then.
      if scalar == "/" { return nil }
      if scalar == "\\", index < pattern.count {
        scalar = pattern[index]
        index += 1
      }
      if index + 1 < pattern.count, pattern[index] == "-", pattern[index + 1] != "]" {
        let end = pattern[index + 1]
        index += 2
        ranges.append(min(scalar.value, end.value)...max(scalar.value, end.value))
      } else {
        ranges.append(scalar.value...scalar.value)
      }
    }
    return nil
  }

  // MARK: Matching

  /// Follows all places of the path that the pattern can have come to, so that no pattern takes long.
  private static func matches(_ parts: [Part], _ path: [Unicode.Scalar]) -> Bool {
    let none = [Bool](repeating: false, count: path.count + 1)
    var places = none
    places[0] = true
    for (number, part) in parts.enumerated() {
      var next = none
      // Whether a run that began before reaches this place.
      var isRunning = false
      for place in places.indices {
        let scalar = place < path.count ? path[place] : nil
        switch part {
        case .run:
          isRunning = places[place] || (isRunning && path[place - 1] != "/")
          next[place] = isRunning
        case .deepRun:
          isRunning = isRunning || places[place]
          // At the start it stands for folders: what follows begins a name.
          next[place] = isRunning && (number > 0 || parts.count == 1 || place == 0 || path[place - 1] == "/")
        case .number(let range):
          if places[place] { for end in numberEnds(path, from: place, range) { next[end] = true } }
        case .character(let wanted):
          if places[place], scalar == wanted { next[place + 1] = true }
        case .any:
          if places[place], let scalar, scalar != "/" { next[place + 1] = true }
        case .set(let ranges, let isNegated):
          if places[place], let scalar, scalar != "/", ranges.contains(where: { $0.contains(scalar.value) }) != isNegated {
            next[place + 1] = true
          }
        }
      }
      places = next
    }
    return places[path.count]
  }

  private static func numberEnds(_ path: [Unicode.Scalar], from start: Int, _ range: ClosedRange<Int>) -> [Int] {
    var end = start
    if end < path.count, path[end] == "-" || path[end] == "+" { end += 1 }
    let digits = end
    var ends: [Int] = []
    while end < path.count, ("0"..."9").contains(path[end]), end - digits < 18 {
      end += 1
      // "007" is no number.
      let text = String(String.UnicodeScalarView(path[start..<end]))
      if end - digits == 1 || path[digits] != "0", let value = Int(text), range.contains(value) { ends.append(end) }
    }
    return ends
  }
}
