import GLibKit
import GtkKit
import HeaderModel

/// Shows one suggestion, and then another: rows are used again while one types.
final class SuggestionRow {
  let widget: Box
  private let icon: Image
  private let title: Label
  private let detail: Label
  private let keys: Label
  private(set) var suggestion: SearchSuggestion?
  /// Is run by a click.
  var onPress: (SearchSuggestion) -> Void = { _ in }

  init() {
    icon = Image()
    title = Label()
    title.horizontalPosition = 0
    title.cut = .end
    detail = Label()
    detail.horizontalPosition = 0
    detail.cut = .middle
    detail.addClass("dim-label")
    detail.addClass("caption")
    keys = Label()
    keys.addClass("dim-label")
    keys.addClass("caption")
    let texts = Box(.vertical, spacing: 0, [title, detail])
    texts.expandsHorizontally = true
    texts.verticalAlignment = .center
    widget = Box(.horizontal, spacing: 10, [icon, texts, keys])
    widget.addClass("header-suggestion")
    widget.setAccessibleRole(.listItem)
    let click = ClickGesture()
    click.onRelease { [weak self] _, _, _ in
      guard let self, let suggestion = self.suggestion, suggestion.isEnabled else { return }
      self.onPress(suggestion)
    }
    widget.add(click)
  }

  /// Shows a suggestion.
  func show(_ suggestion: SearchSuggestion) {
    guard suggestion != self.suggestion else { return }
    self.suggestion = suggestion
    title.setMarkup(Self.markup(suggestion.title, suggestion.highlights))
    detail.text = suggestion.detail ?? ""
    detail.isVisible = suggestion.detail != nil
    icon.icon = suggestion.icon ?? "edit-find-symbolic"
    let shortcut = suggestion.accelerator.flatMap(Accelerator.label)
    keys.text = shortcut ?? ""
    keys.isVisible = shortcut != nil
    widget.isSensitive = suggestion.isEnabled
    widget.setAccessibleLabel([suggestion.title, suggestion.detail, shortcut].compactMap { $0 }.joined(separator: ", "))
  }

  /// Shows whether Return would take it.
  func setChosen(_ isChosen: Bool) {
    widget.setClass("chosen", isChosen)
    widget.setAccessibleSelected(isChosen)
  }

  private static func markup(_ text: String, _ highlights: [Range<Int>]) -> String {
    guard !highlights.isEmpty else { return Label.escape(text) }
    let scalars = Array(text.unicodeScalars)
    var markup = ""
    var at = 0
    func add(_ end: Int, _ isBold: Bool) {
      guard end > at else { return }
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[at..<end])
      let escaped = Label.escape(String(part))
      markup += isBold ? "<b>\(escaped)</b>" : escaped
      at = end
    }
    for range in highlights where range.upperBound <= scalars.count && range.lowerBound >= at {
      add(range.lowerBound, false)
      add(range.upperBound, true)
    }
    add(scalars.count, false)
    return markup
  }
}
