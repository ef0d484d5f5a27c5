import Markdown

/// Collects the links of a PDF: where they are, and where they lead.
struct PDFLinks {
  /// Where a link leads.
  enum Target: Equatable {
    case address([UInt8])
    /// A place of the document: a page and a height in points from its top.
    case place(page: Int, y: Double)
  }

  struct Annotation {
    var page: Int
    /// In points from the page's upper left corner.
    var rect: Rect
    var target: Target
    var element: Int
  }

  private(set) var annotations: [Annotation] = []
  private let pages: DocumentPages
  private var headings: [String: Int] = [:]

  init(_ pages: DocumentPages) {
    self.pages = pages
    for (index, heading) in pages.flow.headings.enumerated() where headings[heading.identifier.lowercased()] == nil {
      headings[heading.identifier.lowercased()] = index
    }
  }

  /// Tells where an address leads; nil when nothing may or can be followed.
  func target(of address: [UInt8]) -> Target? {
    let words = String(decoding: address, as: UTF8.self)
    switch AddressPolicy.kind(of: words) {
    case .web, .mail: return .address(address)
    case .relative: return Self.isDocumentOrPicture(words) ? .address(address) : nil
    case .anchor:
      if let note = pages.flow.note(at: address), let place = pages.notePlaces[note] { return self.place(place) }
      if let note = pages.flow.note(back: address), let place = pages.markPlaces[note] { return self.place(place) }
      let name = Self.decoded(words.drop { $0 != "#" }.dropFirst())
      return (headings[name.lowercased()].flatMap { pages.headingPlaces[$0] } ?? pages.place(ofAnchor: name)).map(self.place)
    case .absolute, .imageData, .refused: return nil
    }
  }

  /// Gives the page and the height in points of a place in the column.
  func place(_ place: (page: Int, y: Double)) -> Target {
    .place(page: place.page, y: pages.format.body.y + place.y * PaperStyle.scale)
  }

  mutating func add(_ annotation: Annotation) { annotations.append(annotation) }

  /// Makes the annotation added last wider, when a link goes on in the same line.
  mutating func widen(to right: Double) {
    annotations[annotations.count - 1].rect.width = right - annotations[annotations.count - 1].rect.x
  }

  /// Only what a reader of documents would open by itself may be led to by a path.
  static func isDocumentOrPicture(_ address: String) -> Bool {
    let path = address.prefix { $0 != "#" && $0 != "?" }.lowercased()
    return [".md", ".markdown", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains { path.hasSuffix($0) }
  }

  /// Resolves `%` and two digits.
  private static func decoded(_ words: some StringProtocol) -> String {
    let bytes = Array(words.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
