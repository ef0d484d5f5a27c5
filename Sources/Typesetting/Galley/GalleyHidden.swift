// Going from leaf to leaf past what takes no room: definitions, comments, footnotes that stand at the end. There may be 100,000 of them in one place.

extension Galley {
  /// The next place behind one that is shown; nil at the end. O(what is hidden between, by sheaves).
  func place(after place: (strip: Int, leaf: Int)) -> (strip: Int, leaf: Int)? {
    if let leaf = strips[place.strip].shownLeaf(from: place.leaf + 1) { return (place.strip, leaf) }
    var index = place.strip + 1
    guard index < strips.count else { return nil }
    var number = sheafIndex(ofStrip: index)
    while number < sheaves.count {
      let sheaf = sheaves[number]
      if !isHidden(sheaf, number) {
        if !sheaf.isCut { cut(sheaf) }
        for strip in (index - sheaf.first)..<sheaf.count where !sheaf.strips[strip].isHidden {
          latest = number
          return (sheaf.first + strip, sheaf.strips[strip].shownLeaf(from: 0) ?? 0)
        }
      }
      index = sheaf.first + sheaf.count
      number += 1
    }
    return nil
  }

  /// The next place before one that is shown; nil at the start. O(what is hidden between, by sheaves).
  func place(before place: (strip: Int, leaf: Int)) -> (strip: Int, leaf: Int)? {
    if let leaf = strips[place.strip].shownLeaf(before: place.leaf) { return (place.strip, leaf) }
    var end = place.strip
    guard end > 0 else { return nil }
    var number = sheafIndex(ofStrip: end - 1)
    while number >= 0 {
      let sheaf = sheaves[number]
      if !isHidden(sheaf, number) {
        if !sheaf.isCut { cut(sheaf) }
        for strip in (0..<end - sheaf.first).reversed() where !sheaf.strips[strip].isHidden {
          latest = number
          let leaves = sheaf.strips[strip].leaves.count
          return (sheaf.first + strip, sheaf.strips[strip].shownLeaf(before: leaves) ?? 0)
        }
      }
      end = sheaf.first
      number -= 1
    }
    return nil
  }

  /// The strips between two numbers, both included, but those in sheaves of which nothing is shown.
  func shownStrips(from first: Int, to last: Int) -> Set<ObjectIdentifier> {
    var result: Set<ObjectIdentifier> = [ObjectIdentifier(strips[first]), ObjectIdentifier(strips[last])]
    var index = first
    var number = sheafIndex(ofStrip: first)
    while index <= last {
      let sheaf = sheaves[number]
      let end = min(last + 1, sheaf.first + sheaf.count)
      if sheaf.isCut, !sheaf.isHidden {
        for strip in sheaf.strips[(index - sheaf.first)..<(end - sheaf.first)] where !strip.isHidden {
          result.insert(ObjectIdentifier(strip))
        }
      }
      index = end
      number += 1
    }
    return result
  }

  /// Whether nothing of a sheaf is shown. One that is not cut is looked through once, and takes no room from then on when it is so.
  func isHidden(_ sheaf: Sheaf, _ number: Int) -> Bool {
    guard !sheaf.isCut, !sheaf.isLookedThrough, !sheaf.isNotes else { return sheaf.isHidden }
    let isHidden = manuscript.isHidden(sheaf.first..<sheaf.first + sheaf.count)
    sheaf.note(isHidden: isHidden)
    guard isHidden else { return false }
    // The gap of what follows and the tops of everything behind are other ones.
    if number + 1 < sheaves.count { closeUp(number + 1, 1) }
    firstStale = min(firstStale, number)
    return true
  }

  /// Lets sheaves that are not cut be looked through again, because other footnotes stand at the end.
  func forgetHidden() {
    for (number, sheaf) in sheaves.enumerated() where !sheaf.isCut && sheaf.isLookedThrough {
      sheaf.forgetHidden(height: guess(sheaf.count, sheaf.length))
      firstStale = min(firstStale, number)
    }
  }
}
