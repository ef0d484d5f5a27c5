// The words of code, each kind with a class of its own.

extension HTMLRenderer {
  /// Writes the code of a block with the spans that somebody knows for its language; false when there are none and nothing was written.
  mutating func addSpans(_ block: BlockRecord, _ language: String) -> Bool {
    guard let spans = sources.code, !block.isUnfinished else { return false }
    var code: [UInt8] = []
    for index in Int(block.inlineStart)..<Int(block.inlineEnd) {
      let piece = run.pieces[index]
      switch piece.kind {
      case .padding: for _ in 0..<piece.aux { code.append(Byte.space) }
      case .softBreak: code.append(Byte.lineFeed)
      default: code.append(contentsOf: UnsafeBufferPointer(start: base + Int(piece.start), count: Int(piece.end - piece.start)))
      }
    }
    let known = spans(String(decoding: code, as: UTF8.self), language)
    guard !known.isEmpty else { return false }
    code.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      var place = 0
      for span in known {
        let range = max(span.range.lowerBound, place)..<min(span.range.upperBound, bytes.count)
        guard range.lowerBound < range.upperBound else { continue }
        out.addEscaped(source, place, range.lowerBound)
        out.add("<span class=\"")
        out.addEscaped(span.className)
        out.add("\">")
        out.addEscaped(source, range.lowerBound, range.upperBound)
        out.add("</span>")
        place = range.upperBound
      }
      out.addEscaped(source, place, bytes.count)
    }
    return true
  }
}
