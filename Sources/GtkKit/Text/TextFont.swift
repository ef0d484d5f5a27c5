// Owns: the font and the column of the text that is written.

import CGLib
import CGtk
import GLibKit

/// A font for the text, from Pango's way of writing one.
struct TextFont: Equatable {
  let family: String
  let points: Double
  let weight: Int
  let isItalic: Bool

  /// Reads "Source Code Pro Light 11"; what is missing comes from "Monospace 11".
  init(_ description: String) {
    let parsed = pango_font_description_from_string(description)!
    defer { pango_font_description_free(parsed) }
    family = pango_font_description_get_family(parsed).map { String(cString: $0) } ?? "Monospace"
    let size = Double(pango_font_description_get_size(parsed)) / Double(PANGO_SCALE)
    // An absolute size is in pixels, at 96 to the inch.
    let isAbsolute = pango_font_description_get_size_is_absolute(parsed) != 0
    points = size > 0 ? (isAbsolute ? size * 0.75 : size) : 11
    weight = Int(pango_font_description_get_weight(parsed).rawValue)
    isItalic = pango_font_description_get_style(parsed) != PANGO_STYLE_NORMAL
  }

  /// The desktop's monospace font; "Monospace 11" where there is no such setting.
  static var desktopMonospace: String {
    let key = SettingsKey<String>("monospace-font-name")
    guard let settings = try? Settings(schema: "org.gnome.desktop.interface"), settings.type(of: key.name) == "s" else {
      return "Monospace 11"
    }
    return settings[key]
  }

  /// The rule for the view, at a share of the size.
  func css(percent: Int) -> String {
    let quoted = String(family.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] })
    let size = (points * Double(percent) / 10).rounded() / 10
    return """
      textview { font-family: "\(quoted)", monospace; font-size: \(size)pt; font-weight: \(weight); \
      font-style: \(isItalic ? "italic" : "normal"); }
      """
  }
}

/// The column that text is set in: centred, and no wider than so many characters.
struct TextColumn: Equatable {
  var characters: Int?

  /// The room that stays free on every side, in pixels.
  static let leastMargin = 24.0

  /// Gives the margin on either side of the column in a view of some width.
  func margin(in width: Double, character: Double) -> Double {
    guard let characters, characters > 0, character > 0 else { return Self.leastMargin }
    return max(Self.leastMargin, ((width - Double(characters) * character) / 2).rounded(.down))
  }
}
