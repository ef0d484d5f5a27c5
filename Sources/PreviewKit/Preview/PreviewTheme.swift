internal import GtkKit
internal import Typesetting

/// Names how a preview looks.
public enum PreviewTheme: Equatable, Sendable {
  /// Light or dark, and high contrast, as the desktop is.
  case system
  case light
  case dark
  case sepia
  /// As a reader's file says, whose bytes these are.
  case file([UInt8])

  /// Gives the theme of a name: `system`, `light`, `dark` or `sepia`; nil for other names.
  public init?(named name: String) {
    switch name {
    case "system": self = .system
    case "light": self = .light
    case "dark": self = .dark
    case "sepia": self = .sepia
    default: return nil
    }
  }

  /// The rules, without the size of the text. High contrast, where the desktop asks for it, is stronger than light and dark.
  var sheet: Typesetting.StyleSheet {
    let contrast = StyleManager.isHighContrast
    return switch self {
    case .light: contrast ? .highContrast : .light
    case .dark: contrast ? .highContrastDark : .dark
    case .sepia: contrast ? .highContrast : .sepia
    case .system: StyleManager.isDark ? (contrast ? .highContrastDark : .dark) : contrast ? .highContrast : .light
    case .file(let bytes): ThemeFile(bytes).sheet
    }
  }

  /// Whether the fonts are the desktop's.
  var usesDesktopFonts: Bool { if case .file = self { false } else { true } }
}
