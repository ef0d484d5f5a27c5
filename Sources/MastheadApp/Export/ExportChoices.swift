// Owns: what a person chooses for an export, by the words under which it is remembered.

import Commands
import GLibKit
import GtkKit
import Typesetting

/// What was chosen for exports last, as it is kept between runs.
struct ExportChoices: Equatable {
  var paper: String
  var margins: String
  var pdfTheme: String
  var htmlTheme: String
  var hasContents: Bool
  var isLinked: Bool

  init(_ preferences: AppPreferences) {
    let paper = preferences[Preferences.exportPaper]
    self.paper = PaperSize(paper) == nil ? Self.usualPaper : paper
    margins = preferences[Preferences.exportMargins]
    pdfTheme = preferences[Preferences.exportPDFTheme]
    htmlTheme = preferences[Preferences.exportHTMLTheme]
    hasContents = preferences[Preferences.exportContents]
    isLinked = preferences[Preferences.exportLinked]
  }

  func remember(in preferences: AppPreferences) {
    preferences[Preferences.exportPaper] = paper
    preferences[Preferences.exportMargins] = margins
    preferences[Preferences.exportPDFTheme] = pdfTheme
    preferences[Preferences.exportHTMLTheme] = htmlTheme
    preferences[Preferences.exportContents] = hasContents
    preferences[Preferences.exportLinked] = isLinked
  }

  /// What is in the printers of the region.
  private static var usualPaper: String { PrintOperation.usualPaper.hasPrefix("na_letter") ? "letter" : "a4" }

  /// The papers by their names in `PaperSize`.
  static let papers: [(value: String, label: String)] = [
    ("a4", "A4"), ("a5", "A5"), ("a3", "A3"), ("letter", tr("US Letter")), ("legal", tr("US Legal")),
  ]
  static let marginWidths: [(value: String, label: String)] = [
    ("normal", C_("margins", "Normal")), ("narrow", C_("margins", "Narrow")), ("wide", C_("margins", "Wide")),
  ]
  static let pdfThemes: [(value: String, label: String)] = [
    ("print", C_("theme", "Paper")), ("light", C_("theme", "Light")), ("sepia", C_("theme", "Sepia")), ("dark", C_("theme", "Dark")),
  ]
  static let htmlThemes: [(value: String, label: String)] = [
    ("automatic", C_("theme", "Automatic")), ("light", C_("theme", "Light")), ("sepia", C_("theme", "Sepia")),
    ("dark", C_("theme", "Dark")),
  ]

  /// What an exporter understands.
  func settings(for format: ExportFormat) -> ExportSettings {
    var settings = ExportSettings()
    settings.paper = PaperSize(paper) ?? .a4
    switch margins {
    case "narrow": settings.margins = PageMargins("13mm")
    case "wide": settings.margins = PageMargins("32mm,38mm")
    default: settings.margins = nil
    }
    switch format {
    case .pdf: settings.theme = pdfTheme
    case .html: settings.theme = htmlTheme == "automatic" ? nil : htmlTheme
    }
    settings.hasContents = hasContents
    settings.isLinked = isLinked
    return settings
  }
}
