// Owns: how one difference is drawn: the lines around it, and both texts, one under the other so that any width will do.

import GLibKit
import GtkKit
import TextModel

/// Shows one difference and lets a person take one of its sides.
final class ChangeCard {
  let widget: AnyWidget
  private let mine: CheckButton
  private let theirs: CheckButton
  private let sides: [Box]
  private var isShowing = false

  /// Makes the card of a difference; `onChoice` hears whether the file's text is taken.
  init(_ excerpt: DifferenceExcerpt, number: Int, of count: Int, theirs isTaken: Bool, onChoice: @escaping (Bool) -> Void) {
    mine = CheckButton(label: tr("_Mine"))
    theirs = CheckButton(label: tr("The _File’s"))
    theirs.setGroup(mine)
    let card = Box(.vertical, spacing: 0)
    card.addClass("card")
    card.addClass("change-card")
    card.setAccessibleRole(.group)
    card.setAccessibleLabel(tr("Difference %s of %s").filled(Format.number(number), Format.number(count)))
    card.append(Self.context(excerpt.before))
    sides = [
      Self.side(mine, excerpt.old, empty: tr("These lines are not in your text."), style: "mine", colour: "#e5a50a"),
      Self.side(theirs, excerpt.new, empty: tr("These lines are not in the file."), style: "theirs", colour: "#2ec27e"),
    ]
    for side in sides { card.append(side) }
    card.append(Self.context(excerpt.after))
    widget = AnyWidget(card)
    show(theirs: isTaken)
    theirs.onToggle { [weak self] in
      guard let self, !isShowing else { return }
      draw()
      onChoice(theirs.isActive)
    }
  }

  /// Shows which side is taken.
  func show(theirs isTaken: Bool) {
    isShowing = true
    (isTaken ? theirs : mine).isActive = true
    isShowing = false
    draw()
  }

  private func draw() {
    sides[0].setClass("left-out", theirs.isActive)
    sides[1].setClass("left-out", !theirs.isActive)
  }

  private static func side(_ choice: CheckButton, _ side: DifferenceExcerpt.Side, empty: String, style: String, colour: String) -> Box {
    let box = Box(.vertical, spacing: 4, [choice])
    box.addClass("change-side")
    box.addClass(style)
    if side.lines.isEmpty {
      let nothing = label(markup: "<i>\(Label.escape(empty))</i>")
      nothing.addClass("dim-label")
      box.append(nothing)
    } else {
      let text = label(markup: side.lines.map { markup($0, colour: colour) }.joined(separator: "\n"))
      text.setSelectable(true)
      box.append(text)
    }
    if side.omitted > 0 {
      let more = label(
        markup: Label.escape(ngettext("… and %s more line", "… and %s more lines", side.omitted).filled(Format.number(side.omitted))))
      more.addClass("dim-label")
      box.append(more)
    }
    return box
  }

  private static func context(_ lines: [DifferenceExcerpt.Line]) -> Label {
    let label = label(markup: lines.map { markup($0, colour: "") }.joined(separator: "\n"))
    label.addClass("change-context")
    label.addClass("dim-label")
    label.isVisible = !lines.isEmpty
    return label
  }

  private static func label(markup: String) -> Label {
    let label = Label()
    label.setMarkup(markup)
    label.wraps = true
    label.horizontalPosition = 0
    label.addClass("change-text")
    return label
  }

  /// Writes a line with its changed words marked: by colour, and by a line under them for who sees no colours.
  private static func markup(_ line: DifferenceExcerpt.Line, colour: String) -> String {
    let bytes = Array(line.text.utf8)
    func part(_ range: Range<Int>) -> String { Label.escape(String(decoding: bytes[range], as: UTF8.self).replacingControls) }
    var text = ""
    var place = 0
    for mark in line.marks {
      text += part(place..<mark.lowerBound)
      text += "<span background=\"\(colour)\" background_alpha=\"35%\" underline=\"single\">\(part(mark))</span>"
      place = mark.upperBound
    }
    text += part(place..<bytes.count)
    if line.differsInEndOnly { text += "<span background=\"\(colour)\" background_alpha=\"35%\">↵</span>" }
    return text.isEmpty ? " " : text
  }
}

extension String {
  /// The text with signs in place of control characters, which no label can show.
  fileprivate var replacingControls: String {
    guard utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x09: scalar
          case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)!
          case 0x7F: "\u{2421}"
          default: scalar
          }
        }))
  }
}
