/// Rewrites what Cairo wrote as the contents of a page: some of its marks are of nothing that is read.
enum PDFContent {
  /// Makes artifacts of the marks for which there is a kind, by their numbers; nil when the marks are others than those that were asked for.
  static func marked(_ content: [UInt8], _ kinds: [PDFStructure.Mark]) -> [UInt8]? {
    let before = Array("/P << /MCID ".utf8)
    let after = Array(" >> BDC\n".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(content.count + 16 * kinds.count)
    var found = 0
    var start = 0
    // A mark has a line of its own. Letters of the text can look like one, but a line that ends inside of letters ends in a backslash.
    while start < content.count {
      let end = content[start...].firstIndex(of: 0x0a).map { $0 + 1 } ?? content.count
      let line = content[start..<end]
      start = end
      guard line.starts(with: before), line.count > before.count + after.count, line.suffix(after.count).elementsEqual(after) else {
        result += line
        continue
      }
      guard found < kinds.count, Int(String(decoding: line.dropFirst(before.count).dropLast(after.count), as: UTF8.self)) == found else {
        return nil
      }
      switch kinds[found] {
      case .element: result += line
      case .artifact(let kind): result += "/Artifact << /Type /\(kind) >> BDC\n".utf8
      }
      found += 1
    }
    return found == kinds.count ? result : nil
  }
}
