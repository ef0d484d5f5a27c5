import Markdown

/// Puts a PDF together: Cairo's pages, fonts and pictures; the structure, outline, links, names and metadata that are ours.
struct PDFAssembly {
  private let pages: DocumentPages
  private let structure: PDFStructure
  private let links: PDFLinks
  private let pictures: PDFPictures

  init(_ pages: DocumentPages, structure: PDFStructure, links: PDFLinks, pictures: PDFPictures) {
    self.pages = pages
    self.pictures = pictures
    self.structure = structure
    self.links = links
  }

  /// A file that grows, with the places of its objects.
  private struct Output {
    var bytes: [UInt8] = []
    var offsets: [Int]
    var free: [Int]

    /// Gives a number that no object has.
    mutating func number() -> Int {
      if let free = free.popLast() { return free }
      offsets.append(0)
      return offsets.count - 1
    }

    mutating func numbers(_ count: Int) -> [Int] { (0..<count).map { _ in number() } }

    mutating func write(_ number: Int, _ body: String) {
      offsets[number] = bytes.count
      bytes += "\(number) 0 obj\n\(body)\nendobj\n".utf8
    }

    /// Writes an object with a stream; `entries` say what its dictionary has beside the length.
    mutating func write(_ number: Int, _ entries: String, stream: [UInt8]) {
      offsets[number] = bytes.count
      bytes += "\(number) 0 obj\n<< \(entries) /Length \(stream.count) >>\nstream\n".utf8
      bytes += stream
      bytes += "\nendstream\nendobj\n".utf8
    }
  }

  /// Gives the file. Linear in its size. Fails when what Cairo wrote is not what it usually writes.
  func file(from objects: consuming PDFObjects) throws(PDFObjects.Damaged) -> [UInt8] {
    var objects = objects
    let contents = markedContents(objects)
    let images = try pictureNumbers(objects, objects.needed())
    let replaced = Set(contents.keys).union(images.keys)
    let kept = objects.needed(replaced: replaced).filter { !replaced.contains($0) }
    objects.forgetRepeatedNames(in: kept)
    var output = Output(offsets: Array(repeating: 0, count: objects.count), free: [])
    let taken = Set(kept).union(replaced).union(objects.pages).union([0, 1])
    output.free = (0..<objects.count).filter { !taken.contains($0) }.reversed()
    let dictionaries = pageDictionaries(objects)
    // A comment of bytes above 127 tells programs that the file is not text.
    let room = contents.values.reduce(1 << 16) { $0 + $1.count + 200 } + pictures.byteCount + 1000 * pictures.pictures.count
    let moved = objects.compacted(kept, header: Array("%PDF-1.7\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 0x0a], room: room)
    output.bytes = moved.bytes
    for (number, place) in moved.offsets { output.offsets[number] = place }
    for (number, stream) in contents.sorted(by: { $0.key < $1.key }) { output.write(number, "/Filter /FlateDecode", stream: stream) }
    for (number, picture) in images.sorted(by: { $0.key < $1.key }) {
      let picture = try pictures.whole(picture)
      let entries = "/Type /XObject /Subtype /Image /Width \(picture.width) /Height \(picture.height) /Interpolate true \(picture.entries)"
      output.write(number, entries, stream: picture.data)
    }
    let elements = output.numbers(structure.elements.count)
    let annotations = output.numbers(links.annotations.count)
    let root = output.number()
    writePages(objects, dictionaries, annotations, &output)
    writeAnnotations(objects, annotations, &output)
    writeStructure(objects, root, elements, annotations, &output)
    let outline = writeOutline(objects, &output)
    let names = writeNames(objects, &output)
    let info = output.number()
    output.write(info, information)
    let catalogue = output.number()
    var words = "<< /Type /Catalog /Pages 1 0 R /StructTreeRoot \(root) 0 R /MarkInfo << /Marked true >>"
    words += " /ViewerPreferences << /DisplayDocTitle true >>"
    if let outline { words += " /Outlines \(outline) 0 R /PageMode /UseOutlines" }
    if let names { words += " /Names << /Dests \(names) 0 R >>" }
    if let language = pages.metadata.language { words += " /Lang \(PDFText.string(language))" }
    output.write(catalogue, words + " >>")
    return closed(output, catalogue, info)
  }

  private func closed(_ output: Output, _ catalogue: Int, _ info: Int) -> [UInt8] {
    var bytes = output.bytes
    let start = bytes.count
    bytes += "xref\n0 \(output.offsets.count)\n".utf8
    // Free entries form a chain that begins and ends at 0.
    let free = output.offsets.indices.filter { output.offsets[$0] == 0 }
    var nextFree: [Int: Int] = [:]
    for (position, number) in free.enumerated() { nextFree[number] = position + 1 < free.count ? free[position + 1] : 0 }
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    for (number, offset) in output.offsets.enumerated() {
      let entry =
        offset > 0 ? padded(offset, 10) + " 00000 n \n" : padded(nextFree[number] ?? 0, 10) + (number == 0 ? " 65535 f \n" : " 00001 f \n")
      bytes += entry.utf8
    }
    bytes += "trailer\n<< /Size \(output.offsets.count) /Root \(catalogue) 0 R /Info \(info) 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8
    return bytes
  }

  /// The contents of the pages, by their objects, with what is not read marked as such.
  private func markedContents(_ objects: borrowing PDFObjects) -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    for (page, marks) in structure.marks.enumerated() where page < objects.pages.count {
      guard let number = objects.contents(ofPage: page), let stream = objects.stream(of: number), let content = PDFStream.inflated(stream),
        let marked = PDFContent.marked(content, marks), let compressed = PDFStream.deflated(marked)
      else { continue }
      result[number] = compressed
    }
    return result
  }

  /// The numbers of the pictures that go in for images that Cairo wrote, by their objects.
  private func pictureNumbers(_ objects: borrowing PDFObjects, _ all: [Int]) throws(PDFObjects.Damaged) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for object in all {
      guard let image = objects.picture(object) else { continue }
      if let number = pictures.number(ofWidth: image.width, height: image.height, isSmooth: image.isSmooth) { result[object] = number }
    }
    guard Set(result.values).count == pictures.pictures.count, result.count == pictures.pictures.count else { throw PDFObjects.Damaged() }
    return result
  }

  // MARK: Pages and links

  /// What stays of each page's dictionary.
  private func pageDictionaries(_ objects: PDFObjects) -> [String] {
    objects.pages.indices.map { page in
      (["/MediaBox", "/Contents", "/Resources"] as [StaticString]).compactMap { name in
        objects.entry(name, ofPage: page).map { " \(name) \($0)" }
      }.joined()
    }
  }

  private func writePages(_ objects: PDFObjects, _ dictionaries: [String], _ annotations: [Int], _ output: inout Output) {
    var ofPage: [[Int]] = Array(repeating: [], count: objects.pages.count)
    for (index, annotation) in links.annotations.enumerated() where annotation.page < ofPage.count {
      ofPage[annotation.page].append(annotations[index])
    }
    for (page, number) in objects.pages.enumerated() {
      var words = "<< /Type /Page /Parent 1 0 R\(dictionaries[page])"
      words += " /Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >> /StructParents \(page) /Tabs /S"
      if !ofPage[page].isEmpty { words += " /Annots [\(ofPage[page].map { "\($0) 0 R" }.joined(separator: " "))]" }
      output.write(number, words + " >>")
    }
    let kids = objects.pages.map { "\($0) 0 R" }.joined(separator: " ")
    output.write(1, "<< /Type /Pages /Kids [\(kids)] /Count \(objects.pages.count) >>")
  }

  private func writeAnnotations(_ objects: PDFObjects, _ annotations: [Int], _ output: inout Output) {
    let height = pages.format.height
    for (index, annotation) in links.annotations.enumerated() {
      let rect = annotation.rect
      let corners = [rect.x, height - rect.bottom, rect.right, height - rect.y].map(PDFText.number).joined(separator: " ")
      var words = "<< /Type /Annot /Subtype /Link /Rect [\(corners)] /Border [0 0 0] /F 4 /StructParent \(objects.pages.count + index)"
      switch annotation.target {
      case .address(let address):
        words += " /A << /S /URI /URI \(PDFText.address(address)) >> /Contents \(PDFText.string(address))"
      case .place(let page, let y): words += " /Dest \(destination(page, y, objects))"
      }
      output.write(annotations[index], words + " >>")
    }
  }

  private func destination(_ page: Int, _ y: Double, _ objects: PDFObjects) -> String {
    // A little of what is above the place is shown with it.
    let top = min(pages.format.height, pages.format.height - y + 1.5)
    return "[\(objects.pages[min(page, objects.pages.count - 1)]) 0 R /XYZ 0 \(PDFText.number(top)) 0]"
  }

  // MARK: Structure

  private func writeStructure(_ objects: PDFObjects, _ root: Int, _ elements: [Int], _ annotations: [Int], _ output: inout Output) {
    for (index, element) in structure.elements.enumerated() {
      let parent = element.parent < 0 ? root : elements[element.parent]
      var words = "<< /Type /StructElem /S /\(element.kind) /P \(parent) 0 R"
      if !element.attributes.isEmpty { words += " " + element.attributes }
      if let alternative = element.alternative, !alternative.isEmpty { words += " /Alt \(PDFText.string(alternative))" }
      // Most elements stand on one page, which is said once.
      var page: Int?
      for case .content(let number, _) in element.kids {
        page = number
        break
      }
      if let page { words += " /Pg \(objects.pages[page]) 0 R" }
      if !element.kids.isEmpty {
        words += " /K ["
        for (position, kid) in element.kids.enumerated() {
          if position > 0 { words += " " }
          switch kid {
          case .element(let number): words += "\(elements[number]) 0 R"
          case .content(let number, let mark):
            words += number == page ? "\(mark)" : "<< /Type /MCR /Pg \(objects.pages[number]) 0 R /MCID \(mark) >>"
          case .annotation(let number):
            words += "<< /Type /OBJR /Pg \(objects.pages[links.annotations[number].page]) 0 R /Obj \(annotations[number]) 0 R >>"
          }
        }
        words += "]"
      }
      output.write(elements[index], words + " >>")
    }
    // From marks and annotations back to their elements.
    let parents = output.number()
    var words = "<< /Nums ["
    for (page, marks) in structure.marks.enumerated() {
      words += "\(page) [\(marks.map { reference($0, elements) }.joined(separator: " "))]\n"
    }
    for (index, annotation) in links.annotations.enumerated() {
      words += "\(objects.pages.count + index) \(elements[annotation.element]) 0 R\n"
    }
    output.write(parents, words + "] >>")
    output.write(
      root,
      "<< /Type /StructTreeRoot /K [\(elements[0]) 0 R] /ParentTree \(parents) 0 R /ParentTreeNextKey \(objects.pages.count + links.annotations.count) >>"
    )
  }

  private func reference(_ mark: PDFStructure.Mark, _ elements: [Int]) -> String {
    if case .element(let number) = mark { "\(elements[number]) 0 R" } else { "null" }
  }

  // MARK: Outline and names

  /// Writes the headings as an outline; gives its number, nil when there are none.
  private func writeOutline(_ objects: PDFObjects, _ output: inout Output) -> Int? {
    let headings = pages.flow.headings
    let shown = headings.indices.filter { pages.headingPlaces[$0] != nil }
    guard !shown.isEmpty else { return nil }
    let root = output.number()
    let numbers = output.numbers(shown.count)
    // The parent of each entry: the last one before it of a smaller level.
    var parents: [Int?] = []
    var open: [Int] = []
    var children: [[Int]] = Array(repeating: [], count: shown.count)
    var top: [Int] = []
    for (position, heading) in shown.enumerated() {
      while let last = open.last, headings[shown[last]].level >= headings[heading].level { open.removeLast() }
      parents.append(open.last)
      if let last = open.last { children[last].append(position) } else { top.append(position) }
      open.append(position)
    }
    var siblings: [Int: (before: Int?, after: Int?)] = [:]
    for list in [top] + children {
      for (index, position) in list.enumerated() {
        siblings[position] = (index > 0 ? list[index - 1] : nil, index + 1 < list.count ? list[index + 1] : nil)
      }
    }
    // Only the first level is open, unless there is only one entry in it: a book's title.
    let isTitled = top.count == 1
    for (position, heading) in shown.enumerated() {
      let entry = headings[heading]
      let place = pages.headingPlaces[heading]!
      let y = pages.format.body.y + place.y * PaperStyle.scale
      var words = "<< /Title \(PDFText.string(entry.title.isEmpty ? entry.identifier : entry.title))"
      words += " /Parent \(parents[position].map { numbers[$0] } ?? root) 0 R /Dest \(destination(place.page, y, objects))"
      if let before = siblings[position]?.before { words += " /Prev \(numbers[before]) 0 R" }
      if let after = siblings[position]?.after { words += " /Next \(numbers[after]) 0 R" }
      if let first = children[position].first, let last = children[position].last {
        let isOpen = isTitled && parents[position] == nil
        words += " /First \(numbers[first]) 0 R /Last \(numbers[last]) 0 R /Count \(isOpen ? "" : "-")\(children[position].count)"
      }
      output.write(numbers[position], words + " >>")
    }
    let visible = top.count + (isTitled ? children[top[0]].count : 0)
    output.write(root, "<< /Type /Outlines /First \(numbers[top[0]]) 0 R /Last \(numbers[top[top.count - 1]]) 0 R /Count \(visible) >>")
    return root
  }

  /// Writes the headings' identifiers as names that links from outside can use; gives the number, nil when there are none.
  private func writeNames(_ objects: PDFObjects, _ output: inout Output) -> Int? {
    var places: [(name: [UInt8], place: (page: Int, y: Double))] = []
    var known: Set<String> = []
    for (index, heading) in pages.flow.headings.enumerated() {
      guard let place = pages.headingPlaces[index], !heading.identifier.isEmpty, known.insert(heading.identifier).inserted else { continue }
      places.append((Array(heading.identifier.utf8), place))
    }
    guard !places.isEmpty else { return nil }
    places.sort { $0.name.lexicographicallyPrecedes($1.name) }
    let number = output.number()
    var words = "<< /Names ["
    for (name, place) in places {
      words += "<\(name.map(PDFText.hex).joined())> \(destination(place.page, pages.format.body.y + place.y * PaperStyle.scale, objects))\n"
    }
    output.write(number, words + "] >>")
    return number
  }

  private var information: String {
    var words = "<< /Producer (Masthead)"
    if !pages.title.isEmpty { words += " /Title \(PDFText.string(pages.title))" }
    if let author = pages.metadata.author { words += " /Author \(PDFText.string(author))" }
    if let keywords = pages.metadata.keywords { words += " /Keywords \(PDFText.string(keywords))" }
    if let subject = pages.metadata.subject { words += " /Subject \(PDFText.string(subject))" }
    return words + " >>"
  }
}
