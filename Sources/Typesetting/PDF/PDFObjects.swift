import Glibc

/// Reads the objects of a PDF that Cairo wrote, and writes them again with others: the pages' contents, fonts and pictures stay as they
/// are, everything else is made anew.
///
/// It reads what Cairo writes with version 1.4 (a plain table of objects, no streams of objects), not any PDF. Linear.
struct PDFObjects {
  private var bytes: [UInt8]
  /// Where each object begins; 0 for one that is free.
  private var offsets: [Int] = []
  /// The objects' numbers in the order of their places, to know where each ends.
  private var ends: [Int: Int] = [:]
  /// The numbers of the pages' objects, in order.
  private(set) var pages: [Int] = []

  struct Damaged: Error {}

  init(_ bytes: [UInt8]) throws(Damaged) {
    self.bytes = bytes
    try readTable()
    try readPages()
  }

  // MARK: Reading

  private mutating func readTable() throws(Damaged) {
    guard let mark = lastPlace(of: "startxref"), let start = number(at: mark + 9)?.value, start < bytes.count,
      starts(at: start, with: "xref"), let first = number(at: start + 4), first.value == 0, let count = number(at: first.end),
      count.value < 1 << 24
    else { throw Damaged() }
    var place = count.end
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place + count.value * 20 <= bytes.count else { throw Damaged() }
    offsets = Array(repeating: 0, count: count.value)
    for index in 0..<count.value {
      let entry = place + index * 20
      if bytes[entry + 17] == UInt8(ascii: "n"), let offset = number(at: entry)?.value { offsets[index] = offset }
    }
    let ordered = offsets.indices.filter { offsets[$0] > 0 }.sorted { offsets[$0] < offsets[$1] }
    for (index, object) in ordered.enumerated() { ends[object] = index + 1 < ordered.count ? offsets[ordered[index + 1]] : start }
  }

  private mutating func readPages() throws(Damaged) {
    // Cairo numbers the tree of pages 1.
    let tree = head(of: 1)
    guard let kids = place(of: "/Kids", in: tree) else { throw Damaged() }
    var place = kids + 5
    while place < tree.upperBound, bytes[place] != UInt8(ascii: "]") {
      guard let page = number(at: place), let generation = number(at: page.end) else {
        place += 1
        continue
      }
      if page.end <= place + 20, page.value > 0 { pages.append(page.value) }
      place = generation.end + 2
    }
    guard !pages.isEmpty else { throw Damaged() }
  }

  /// The bytes of an object without its contents: up to the stream, or its end.
  private func head(of object: Int) -> Range<Int> {
    guard object < offsets.count, offsets[object] > 0, let end = ends[object] else { return 0..<0 }
    let range = offsets[object]..<end
    if let stream = place(of: "stream", in: range) { return range.lowerBound..<stream }
    return range
  }

  /// The value of an entry of a page's dictionary, as it is written; nil when there is none.
  func entry(_ name: StaticString, ofPage page: Int) -> String? {
    let head = head(of: pages[page])
    guard let place = place(of: name, in: head) else { return nil }
    var start = place + name.utf8CodeUnitCount
    while start < head.upperBound, bytes[start] <= 0x20 { start += 1 }
    var end = start
    var depth = 0
    while end < head.upperBound {
      let byte = bytes[end]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]") { depth -= 1 }
      if depth < 0 || (depth == 0 && byte == UInt8(ascii: "/") && end > start) || (depth == 0 && byte == 0x0a) { break }
      end += 1
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The number of the object that holds a page's contents; nil when there is none, or several.
  func contents(ofPage page: Int) -> Int? {
    guard let words = entry("/Contents", ofPage: page)?.split(separator: " "), words.count == 3, let number = Int(words[0]),
      number < offsets.count
    else { return nil }
    return number
  }

  /// The stream of an object as it is in the file, compressed; nil when it has none.
  func stream(of object: Int) -> ArraySlice<UInt8>? {
    let head = head(of: object)
    guard let end = ends[object], head.upperBound < end, let start = bytes[head.upperBound..<end].firstIndex(of: 0x0a),
      let close = lastPlace(of: "endstream", in: start + 1..<end)
    else { return nil }
    return bytes[(start + 1)..<close]
  }

  /// What an object says about the picture that it is; nil when it is none.
  func picture(_ object: Int) -> (width: Int, height: Int, isSmooth: Bool)? {
    let head = head(of: object)
    guard place(of: "/Subtype /Image", in: head) != nil, let width = place(of: "/Width ", in: head),
      let height = place(of: "/Height ", in: head),
      let columns = number(at: width + 7)?.value, let rows = number(at: height + 8)?.value
    else { return nil }
    return (columns, rows, place(of: "/Interpolate true", in: head) != nil)
  }

  /// The objects that pages need, apart from the pages themselves: contents, fonts, pictures. What those in `replaced` ask for does not count.
  func needed(replaced: Set<Int> = []) -> [Int] {
    var found = Set(pages)
    found.insert(1)
    var waiting: [Int] = []
    func take(_ range: Range<Int>, from places: [StaticString]?) {
      var place = range.lowerBound
      while place + 2 < range.upperBound {
        // A reference is "N 0 R".
        guard bytes[place] == UInt8(ascii: "R"), bytes[place - 1] == 0x20, bytes[place - 2] == UInt8(ascii: "0"), bytes[place - 3] == 0x20
        else {
          place += 1
          continue
        }
        var start = place - 4
        var value = 0
        var power = 1
        while start >= range.lowerBound, bytes[start] >= 0x30, bytes[start] <= 0x39, power < 100_000_000 {
          value += Int(bytes[start] - 0x30) * power
          power *= 10
          start -= 1
        }
        if power > 1, value < offsets.count, offsets[value] > 0, found.insert(value).inserted { waiting.append(value) }
        place += 1
      }
    }
    func take(_ words: String?) {
      guard let words else { return }
      for (index, part) in words.split(separator: " ").enumerated() where index == 0 {
        if let value = Int(part), value < offsets.count, found.insert(value).inserted { waiting.append(value) }
      }
    }
    for page in pages.indices {
      take(entry("/Contents", ofPage: page))
      take(entry("/Resources", ofPage: page))
    }
    while let object = waiting.popLast() {
      if !replaced.contains(object) { take(head(of: object), from: nil) }
    }
    return found.subtracting(pages).subtracting([1]).sorted()
  }

  /// Moves some objects together behind a header of `header` and gives all of it away, with their new places and room for so many bytes more.
  /// Nothing is copied elsewhere: the pictures of a book are large.
  mutating func compacted(_ kept: [Int], header: [UInt8], room: Int) -> (bytes: [UInt8], offsets: [Int: Int]) {
    var result: [UInt8] = []
    swap(&result, &bytes)
    var places: [Int: Int] = [:]
    var end = header.count
    let ordered = kept.sorted { offsets[$0] < offsets[$1] }
    result.withUnsafeMutableBufferPointer { buffer in
      for number in ordered {
        let count = (ends[number] ?? offsets[number]) - offsets[number]
        // Objects only move towards the start: Cairo's header is as long as ours.
        memmove(buffer.baseAddress! + end, buffer.baseAddress! + offsets[number], count)
        places[number] = end
        end += count
      }
    }
    result.replaceSubrange(0..<header.count, with: header)
    result.removeSubrange(end...)
    result.reserveCapacity(end + room)
    return (result, places)
  }

  /// Forgets what Cairo names more than once among the pictures of a page, as a letter in colours that is there several times.
  mutating func forgetRepeatedNames(in objects: [Int]) {
    for object in objects {
      let head = head(of: object)
      if let start = place(of: "/XObject <<", in: head) { Self.blankRepeats(in: &bytes, start + 11..<head.upperBound) }
    }
  }

  /// Writes blanks over entries of a dictionary of references whose name was there before, up to the dictionary's end.
  static func blankRepeats(in bytes: inout [UInt8], _ range: Range<Int>) {
    var names: Set<[UInt8]> = []
    var place = range.lowerBound
    while place < range.upperBound, bytes[place] != UInt8(ascii: ">") {
      guard bytes[place] == UInt8(ascii: "/") else {
        place += 1
        continue
      }
      var end = place + 1
      while end < range.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: ">") { end += 1 }
      let name = Array(bytes[place..<end].prefix { $0 > 0x20 })
      if !names.insert(name).inserted { for index in place..<end { bytes[index] = 0x20 } }
      place = end
    }
  }

  var count: Int { offsets.count }

  // MARK: Bytes

  private func starts(at place: Int, with word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place >= 0, place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index] != word.utf8Start[index] { return false }
    return true
  }

  private func place(of word: StaticString, in range: Range<Int>) -> Int? {
    let first = word.utf8Start[0]
    var place = range.lowerBound
    while place + word.utf8CodeUnitCount <= range.upperBound {
      if bytes[place] == first, starts(at: place, with: word) { return place }
      place += 1
    }
    return nil
  }

  private func lastPlace(of word: StaticString) -> Int? { lastPlace(of: word, in: 0..<bytes.count) }

  private func lastPlace(of word: StaticString, in range: Range<Int>) -> Int? {
    var place = range.upperBound - word.utf8CodeUnitCount
    while place >= range.lowerBound {
      if starts(at: place, with: word) { return place }
      place -= 1
    }
    return nil
  }

  private func number(at place: Int) -> (value: Int, end: Int)? {
    var place = place
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    let start = place
    var value = 0
    while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39, place < start + 12 {
      value = value * 10 + Int(bytes[place] - 0x30)
      place += 1
    }
    return place > start ? (value, place) : nil
  }
}
