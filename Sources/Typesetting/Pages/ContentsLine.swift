import CPango
import Markdown

/// Sets the lines of a table of contents. The numbers of pages are drawn later, when they are known.
struct ContentsLine {
  let flow: PaperFlow

  /// Sets the heading over the table, or the line of one heading, with room for a number at its end.
  func box(_ item: PaperFlow.Item) -> LeafBox {
    let setter = flow.typesetter
    let sheet = setter.sheet
    let box = LeafBox(height: 0)
    if item == .contentsTitle {
      var text = LayoutText()
      text.append(Array(flow.options.contentsTitle.utf8), standingFor: 0..<0, look: [])
      let set = setter.set(text, role: .heading(2), width: flow.width)
      box.texts.append(LeafBox.Text(set: set, x: 0, y: 0))
      box.height = (set.height + sheet.ems(0.5)).rounded(.up)
      return box
    }
    let heading = flow.headings[Int(item.leaf)]
    var text = LayoutText()
    let title = heading.title.isEmpty ? heading.identifier : heading.title
    text.append(Array(title.utf8.prefix(2000)), standingFor: 0..<0, look: heading.level == 1 ? .strong : [])
    text.link(from: 0, to: Array("#\(heading.identifier)".utf8))
    let indent = sheet.ems(1.5) * Double(min(heading.level, 6) - 1)
    let set = setter.set(text, role: .body, width: max(flow.width / 3, flow.width - indent - numberRoom))
    box.texts.append(LeafBox.Text(set: set, x: indent, y: 0))
    box.height = set.height.rounded(.up)
    return box
  }

  /// The room that is kept for numbers at the right edge.
  var numberRoom: Double { flow.options.sheet.ems(3) }

  /// Sets a number of a page.
  func number(_ words: String) -> SetText {
    var text = LayoutText()
    text.append(Array(words.utf8), standingFor: 0..<0, look: [])
    return flow.typesetter.set(text, role: .body, width: nil)
  }
}
