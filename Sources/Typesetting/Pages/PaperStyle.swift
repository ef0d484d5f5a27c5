/// Makes style sheets for paper: a theme's colours with the sizes of print.
///
/// Lengths are in units of 1/96 inch, as on the screen, and the painter scales by 3/4 to points: so the same rules set both.
public enum PaperStyle {
  /// Points to a unit of the typesetter.
  static let scale = 0.75

  /// Gives the sheet of a theme for running text of `points`.
  public static func sheet(palette: Palette = .print, points: Double = 10.5) -> StyleSheet {
    var sheet = StyleSheet(palette: palette)
    sheet.size = points / scale
    sheet.lineHeight = 1.45
    sheet.codeLineHeight = 1.35
    sheet.headingScales = [1.85, 1.45, 1.22, 1.08, 1, 0.92]
    sheet.headingLineHeight = 1.2
    sheet.blockGap = 0.75
    sheet.itemGap = 0.22
    sheet.listIndent = 1.7
    sheet.hasLigatures = PDFDocument.saysLetters
    return sheet
  }

  /// Gives the sheet of the notes at a page's foot.
  static func notes(_ sheet: StyleSheet) -> StyleSheet {
    var notes = sheet
    notes.size = sheet.size * 0.84
    notes.lineHeight = 1.35
    notes.blockGap = 0.4
    return notes
  }
}
