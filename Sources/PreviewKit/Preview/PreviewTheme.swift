internal import GtkKit
internal import Typesetting

/// Names how a preview looks.
public enum PreviewTheme: String, CaseIterable, Sendable {
  /// Light or dark, and high contrast, as the desktop is.
  case system
  case light
  case dark
  case sepia

  var palette: Palette {
    switch self {
    case .light: .light
    case .dark: .dark
    case .sepia: .sepia
    case .system:
      switch (StyleManager.isDark, StyleManager.isHighContrast) {
      case (false, false): .light
      case (true, false): .dark
      case (false, true): .highContrast
      case (true, true): .highContrastDark
      }
    }
  }
}
