// Owns: how the kinds of text look, in light, dark and high contrast.

import CGLib
import CGLibShim
import CGtk
public import TextModel

/// The colours and weights of highlighted text. Every colour has a contrast of 4.5 or more with the view's background.
public struct HighlightTheme: Equatable, Sendable {
  /// How one kind of text looks; nil leaves a property as it is.
  public struct Look: Equatable, Sendable {
    public var colour: Colour?
    public var background: Colour?
    /// Fills the whole line, not only the text in it.
    public var lineBackground: Colour?
    public var isBold = false
    public var isItalic = false
    /// Stands upright even in italic text, as code in a quote.
    public var isUpright = false
    public var isStruckThrough = false
    /// Has the wavy line under what is wrong.
    public var isMisspelled = false
    /// The size as a multiple of the text's.
    public var scale = 1.0
  }

  private let text: Colour
  private let dim: Colour
  private let soft: Colour
  private let link: Colour
  private let code: Colour
  private let note: Colour
  private let marker: Colour
  private let string: Colour
  private let codeBackground: Colour
  private let highlightBackground: Colour

  /// On white, as libadwaita draws the view.
  public static let light = HighlightTheme(
    text: .rgb(0x1E1E1E), dim: .rgb(0x6A6A70), soft: .rgb(0x56535C), link: .rgb(0x1A5FB4), code: .rgb(0x813D9C), note: .rgb(0x865E3C),
    marker: .rgb(0xA51D2D), string: .rgb(0x1B6E3C), codeBackground: Colour(red: 0, green: 0, blue: 0, alpha: 0.045),
    highlightBackground: Colour(red: 1, green: 0.86, blue: 0.25, alpha: 0.55))
  /// On #1E1E1E.
  public static let dark = HighlightTheme(
    text: .rgb(0xFFFFFF), dim: .rgb(0x94939A), soft: .rgb(0xC0BFBC), link: .rgb(0x78AEED), code: .rgb(0xDC8ADD), note: .rgb(0xCDAB8F),
    marker: .rgb(0xF8877D), string: .rgb(0x8FD694), codeBackground: Colour(red: 1, green: 1, blue: 1, alpha: 0.06),
    highlightBackground: Colour(red: 0.9, green: 0.65, blue: 0.04, alpha: 0.35))
  /// On white, for eyes that need more: 7 or more.
  public static let lightHighContrast = HighlightTheme(
    text: .rgb(0x000000), dim: .rgb(0x4A4A50), soft: .rgb(0x3D3846), link: .rgb(0x0B3F80), code: .rgb(0x613583), note: .rgb(0x5C3F26),
    marker: .rgb(0x8A0F1E), string: .rgb(0x0E5128), codeBackground: Colour(red: 0, green: 0, blue: 0, alpha: 0.07),
    highlightBackground: Colour(red: 1, green: 0.86, blue: 0.25, alpha: 0.8))
  /// On #1E1E1E, for eyes that need more: 7 or more.
  public static let darkHighContrast = HighlightTheme(
    text: .rgb(0xFFFFFF), dim: .rgb(0xC9C8C5), soft: .rgb(0xDEDDDA), link: .rgb(0xA6CBF5), code: .rgb(0xF0B8F0), note: .rgb(0xE5C9B0),
    marker: .rgb(0xFFB3AB), string: .rgb(0xA9E5AD), codeBackground: Colour(red: 1, green: 1, blue: 1, alpha: 0.1),
    highlightBackground: Colour(red: 0.9, green: 0.65, blue: 0.04, alpha: 0.45))

  /// Gives the theme for the desktop's style.
  public static func fitting(isDark: Bool, isHighContrast: Bool) -> HighlightTheme {
    if isHighContrast { return isDark ? .darkHighContrast : .lightHighContrast }
    return isDark ? .dark : .light
  }

  /// Gives the look of one kind of text.
  public func look(of style: HighlightStyle) -> Look {
    switch style {
    case .heading1: Look(colour: text, isBold: true, scale: 1.5)
    case .heading2: Look(colour: text, isBold: true, scale: 1.3)
    case .heading3: Look(colour: text, isBold: true, scale: 1.15)
    case .heading4, .heading5, .heading6: Look(colour: text, isBold: true)
    case .strong, .tableHeader: Look(isBold: true)
    case .emphasis: Look(isItalic: true)
    case .strikethrough: Look(isStruckThrough: true)
    case .highlight: Look(background: highlightBackground)
    case .codeBlock: Look(lineBackground: codeBackground, isUpright: true)
    case .codeComment: Look(colour: dim, isItalic: true)
    case .codeString: Look(colour: string)
    case .codeNumber: Look(colour: code)
    case .codeKeyword: Look(colour: marker, isBold: true)
    case .codeType: Look(colour: link)
    case .codeFunction: Look(colour: code)
    case .codeDirective: Look(colour: note)
    case .code: Look(colour: code, background: codeBackground)
    case .math: Look(colour: code)
    case .quote: Look(colour: soft, isItalic: true)
    case .frontMatter: Look(colour: note)
    case .html: Look(colour: note)
    case .comment: Look(colour: dim, isItalic: true)
    case .link: Look(colour: link)
    case .footnote: Look(colour: link)
    case .address: Look(colour: dim)
    case .listMarker, .task: Look(colour: marker)
    case .mark: Look(colour: dim)
    }
  }
}

extension Colour {
  /// Makes an opaque colour from 0xRRGGBB.
  nonisolated static func rgb(_ value: UInt32) -> Colour {
    Colour(red: Double(value >> 16 & 0xFF) / 255, green: Double(value >> 8 & 0xFF) / 255, blue: Double(value & 0xFF) / 255)
  }
}

extension HighlightTheme.Look {
  /// Colours only; nil leaves one as it is.
  public init(text: Colour?, on background: Colour?) { self.init(colour: text, background: background) }

  /// Makes a look that fills whole lines.
  public init(filling background: Colour) {
    self.init(colour: nil, background: nil)
    lineBackground = background
  }

  /// Makes a look that is only the wavy line under what is wrong.
  public init(isMisspelled: Bool) {
    self.init(colour: nil, background: nil)
    self.isMisspelled = isMisspelled
  }

  /// Makes a tag look like this and like nothing else.
  func apply(to tag: UnsafeMutablePointer<GtkTextTag>) {
    let object = UnsafeMutableRawPointer(tag).assumingMemoryBound(to: GObject.self)
    func set(_ property: String, _ type: GType, isSet: Bool, _ fill: (UnsafeMutablePointer<GValue>) -> Void) {
      if isSet {
        withValue(type) {
          fill($0)
          g_object_set_property(object, property, $0)
        }
      }
      let name = property.hasSuffix("-rgba") ? String(property.dropLast(5)) : property
      withValue(MASTHEAD_TYPE_BOOLEAN) {
        g_value_set_boolean($0, isSet ? 1 : 0)
        g_object_set_property(object, name + "-set", $0)
      }
    }
    func set(_ property: String, _ colour: Colour?) {
      set(property, gdk_rgba_get_type(), isSet: colour != nil) {
        var native = colour?.native ?? GdkRGBA()
        g_value_set_boxed($0, &native)
      }
    }
    set("foreground-rgba", colour)
    set("background-rgba", background)
    set("paragraph-background-rgba", lineBackground)
    set("weight", MASTHEAD_TYPE_INT, isSet: isBold) { g_value_set_int($0, gint(PANGO_WEIGHT_BOLD.rawValue)) }
    set("style", pango_style_get_type(), isSet: isItalic || isUpright) {
      g_value_set_enum($0, gint((isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL).rawValue))
    }
    set("scale", MASTHEAD_TYPE_DOUBLE, isSet: scale != 1) { g_value_set_double($0, scale) }
    set("strikethrough", MASTHEAD_TYPE_BOOLEAN, isSet: isStruckThrough) { g_value_set_boolean($0, 1) }
    set("underline", pango_underline_get_type(), isSet: isMisspelled) { g_value_set_enum($0, gint(PANGO_UNDERLINE_ERROR.rawValue)) }
  }
}
