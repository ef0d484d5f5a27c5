/// Holds everything about how a document looks: fonts, sizes, colours and spacing.
///
/// A value: two sheets that are equal set a document alike. Sizes are in pixels at 96 per inch on the screen, in points
/// times 4/3 on paper; spacing is in ems of the text size, so that one number, `size`, enlarges everything.
public struct StyleSheet: Equatable, Sendable {
  /// The families of running text, most wanted first, as Pango reads them.
  public var textFamily = "Cantarell, Noto Sans, DejaVu Sans, sans-serif"
  /// The families of headings.
  public var headingFamily = "Cantarell, Noto Sans, DejaVu Sans, sans-serif"
  /// The families of code.
  public var codeFamily = "Source Code Pro, Noto Sans Mono, DejaVu Sans Mono, monospace"
  /// Size of running text.
  public var size = 16.0
  /// Size of code relative to the text around it.
  public var codeScale = 0.86
  /// Height of a line of running text, in ems.
  public var lineHeight = 1.55
  /// Height of a line of code, in ems of the code's size.
  public var codeLineHeight = 1.45
  /// Sizes of the six heading levels, relative to running text.
  public var headingScales = [1.9, 1.5, 1.25, 1.08, 0.95, 0.9]
  /// Height of a heading's line, in ems of the heading.
  public var headingLineHeight = 1.25
  /// Widest column of text, in ems.
  public var measure = 47.0
  /// Space beside the column, in ems.
  public var margin = 1.75
  /// Space between blocks, in ems.
  public var blockGap = 1.0
  /// Space between the items of a tight list, in ems.
  public var itemGap = 0.28
  /// Indentation of a list's text, in ems.
  public var listIndent = 1.75
  /// Indentation of a quote's text, in ems.
  public var quoteIndent = 1.1
  /// True when paragraphs are justified.
  public var justified = false
  /// True when letters may join to one glyph, as f and i do. On paper they may not: readers of PDF would find other letters there.
  public var hasLigatures = true
  /// The colours.
  public var palette = Palette.light

  /// Makes the sheet of the light theme.
  public init() {}

  /// Makes a sheet with a palette, everything else being as usual.
  public init(palette: Palette) { self.palette = palette }

  /// The theme of a bright desktop.
  public static let light = StyleSheet()
  /// The theme of a dark desktop.
  public static let dark = StyleSheet(palette: .dark)
  /// Brown on cream, for long reading.
  public static let sepia = StyleSheet(palette: .sepia)
  /// Black on white without grounds, for paper.
  public static let print = StyleSheet(palette: .print)
  /// The bright theme with the strongest contrast.
  public static let highContrast = StyleSheet(palette: .highContrast)
  /// The dark theme with the strongest contrast.
  public static let highContrastDark = StyleSheet(palette: .highContrastDark)

  /// Gives this sheet for a text size in per cent, 100 being the usual one.
  public func scaled(percent: Int) -> StyleSheet {
    var sheet = self
    sheet.size = size * Double(max(20, min(percent, 1000))) / 100
    return sheet
  }

  func ems(_ value: Double) -> Double { (value * size).rounded() }
}

/// Holds the colours of a theme.
public struct Palette: Equatable, Sendable {
  public var text: Colour
  public var ground: Colour
  /// Second-rank text: quotes, captions, what is not set yet. Contrast with the ground is at least 4.5.
  public var quiet: Colour
  public var link: Colour
  /// Lines: rules, table borders, the bars of quotes.
  public var line: Colour
  /// Ground of code blocks and header rows.
  public var shade: Colour
  /// Ground of code inside a line.
  public var chip: Colour
  /// Ground of every second table row.
  public var stripe: Colour
  /// Ground of highlighted text.
  public var mark: Colour
  /// Ground of selected text.
  public var selection: Colour
  /// Ground of the hits of a search, and of the one in turn.
  public var hit: Colour
  /// The bar beside the block that holds the caret; the checks of tasks.
  public var accent: Colour
  /// The five colours of alerts: note, tip, important, warning, caution.
  public var alerts: [Colour]
  /// The colours of code: comment, keyword, text, number, type, function, preprocessor, error.
  public var code: [Colour]

  public static let light = Palette(
    text: Colour(0x1f2328), ground: Colour(0xffffff), quiet: Colour(0x59636e), link: Colour(0x0b62c4), line: Colour(0xd1d9e0),
    shade: Colour(0xf5f7f9), chip: Colour(0xeceef1), stripe: Colour(0xf9fafb), mark: Colour(0xfff3b0), selection: Colour(0xb9d7f7),
    hit: Colour(0xffe27a), accent: Colour(0x1c71d8),
    alerts: [Colour(0x0969da), Colour(0x1a7f37), Colour(0x8250df), Colour(0x9a6700), Colour(0xcf222e)],
    code: [
      Colour(0x59636e), Colour(0xb31d28), Colour(0x0a3069), Colour(0x0550ae), Colour(0x8a3b00), Colour(0x6639ba), Colour(0x116329),
      Colour(0xcf222e),
    ])
  public static let dark = Palette(
    text: Colour(0xe4e6e9), ground: Colour(0x1e1e1e), quiet: Colour(0xa5abb3), link: Colour(0x78aeed), line: Colour(0x43474d),
    shade: Colour(0x2a2b2d), chip: Colour(0x35373a), stripe: Colour(0x242526), mark: Colour(0x5a4a0a), selection: Colour(0x2a4f7a),
    hit: Colour(0x6d5600), accent: Colour(0x62a0ea),
    alerts: [Colour(0x4493f8), Colour(0x3fb950), Colour(0xab7df8), Colour(0xd29922), Colour(0xf85149)],
    code: [
      Colour(0xa5abb3), Colour(0xff7b72), Colour(0xa5d6ff), Colour(0x79c0ff), Colour(0xffa657), Colour(0xd2a8ff), Colour(0x7ee787),
      Colour(0xff7b72),
    ])
  public static let sepia = Palette(
    text: Colour(0x43372a), ground: Colour(0xfaf3e3), quiet: Colour(0x71614d), link: Colour(0x8a4a0b), line: Colour(0xdccfb4),
    shade: Colour(0xf1e8d3), chip: Colour(0xeadfc6), stripe: Colour(0xf6eedb), mark: Colour(0xf3dc8c), selection: Colour(0xe3cfa0),
    hit: Colour(0xf0d070), accent: Colour(0xa5650f),
    alerts: [Colour(0x2b6299), Colour(0x3d6f35), Colour(0x7150a5), Colour(0x8a5b00), Colour(0xa93b2f)],
    code: [
      Colour(0x71614d), Colour(0x9c2f2f), Colour(0x2f5a6b), Colour(0x2b6299), Colour(0x8a4a0b), Colour(0x7150a5), Colour(0x3d6f35),
      Colour(0xa93b2f),
    ])
  public static let print = Palette(
    text: Colour(0x000000), ground: Colour(0xffffff), quiet: Colour(0x4a4a4a), link: Colour(0x0b3d91), line: Colour(0xb8b8b8),
    shade: Colour(0xf5f5f5), chip: Colour(0xeeeeee), stripe: Colour(0xffffff), mark: Colour(0xfff3b0), selection: Colour(0xcccccc),
    hit: Colour(0xffe27a), accent: Colour(0x000000),
    alerts: [Colour(0x0b4f9e), Colour(0x1a6b30), Colour(0x6639ba), Colour(0x7d5300), Colour(0xa40e26)],
    code: [
      Colour(0x4a4a4a), Colour(0x8b1a1a), Colour(0x0a3069), Colour(0x0550ae), Colour(0x6b3300), Colour(0x4b2a8f), Colour(0x116329),
      Colour(0xa40e26),
    ])
  public static let highContrast = Palette(
    text: Colour(0x000000), ground: Colour(0xffffff), quiet: Colour(0x333333), link: Colour(0x003f9e), line: Colour(0x555555),
    shade: Colour(0xf2f2f2), chip: Colour(0xe4e4e4), stripe: Colour(0xffffff), mark: Colour(0xffec80), selection: Colour(0x9cc7ff),
    hit: Colour(0xffd84a), accent: Colour(0x003f9e),
    alerts: [Colour(0x003f9e), Colour(0x0a5a1f), Colour(0x4f2a9e), Colour(0x6b4700), Colour(0x9e0b1d)],
    code: [
      Colour(0x333333), Colour(0x8f0f1b), Colour(0x0a2a5e), Colour(0x003f9e), Colour(0x6b2d00), Colour(0x4f2a9e), Colour(0x0a4a1c),
      Colour(0x9e0b1d),
    ])
  public static let highContrastDark = Palette(
    text: Colour(0xffffff), ground: Colour(0x000000), quiet: Colour(0xd0d0d0), link: Colour(0x9ecbff), line: Colour(0x9a9a9a),
    shade: Colour(0x1c1c1c), chip: Colour(0x333333), stripe: Colour(0x000000), mark: Colour(0x6b5700), selection: Colour(0x1f5fae),
    hit: Colour(0x7a6200), accent: Colour(0x9ecbff),
    alerts: [Colour(0x9ecbff), Colour(0x7ee787), Colour(0xd2b3ff), Colour(0xf2cc60), Colour(0xffa198)],
    code: [
      Colour(0xd0d0d0), Colour(0xffa198), Colour(0xc5e3ff), Colour(0x9ecbff), Colour(0xffc680), Colour(0xe2c5ff), Colour(0xa5f0b0),
      Colour(0xffa198),
    ])
}
