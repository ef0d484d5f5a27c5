import CPango

/// Sets texts: turns words and looks into Pango layouts, by one style sheet.
///
/// It owns the Pango context. One typesetter serves one thread at a time.
public final class Typesetter {
  /// The rules of the looks.
  public let sheet: StyleSheet
  private let context: OpaquePointer
  private var descriptions: [Role: OpaquePointer] = [:]
  private var codeLines: [Role: CodeLine] = [:]
  /// Widths of letters, for guesses; measured when first asked for.
  private(set) lazy var glyphs = measureGlyphs()

  /// Says what a text is, and with that its font, size and line height.
  enum Role: Hashable {
    case body
    case heading(Int)
    case code
    case cell(header: Bool)
    case small
  }

  /// Makes a typesetter with a Pango context of a widget, a printer or a page, which it keeps; without one it makes its own at 96 dots per inch.
  public init(sheet: StyleSheet, context: OpaquePointer? = nil) {
    self.sheet = sheet
    if let context {
      g_object_ref(UnsafeMutableRawPointer(context))
      self.context = context
    } else {
      self.context = pango_font_map_create_context(pango_cairo_font_map_get_default())
      pango_cairo_context_set_resolution(self.context, 96)
      pango_context_set_round_glyph_positions(self.context, 0)
      // Letters where the font wants them, whatever the pixels: the same lines on the screen, in pictures and on paper.
      let options = cairo_font_options_create()
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
      pango_cairo_context_set_font_options(self.context, options)
      cairo_font_options_destroy(options)
    }
  }

  deinit {
    for description in descriptions.values { pango_font_description_free(description) }
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Size of a role's letters, in pixels.
  func size(_ role: Role) -> Double {
    switch role {
    case .body: sheet.size
    case .heading(let level): sheet.size * sheet.headingScales[max(0, min(level - 1, sheet.headingScales.count - 1))]
    case .code: sheet.size * sheet.codeScale
    case .cell: sheet.size * 0.94
    case .small: sheet.size * 0.86
    }
  }

  /// Height of a role's lines, in whole pixels.
  func lineHeight(_ role: Role) -> Double {
    let factor =
      switch role {
      case .body, .small: sheet.lineHeight
      case .heading: sheet.headingLineHeight
      case .code: sheet.codeLineHeight
      case .cell: sheet.lineHeight - 0.1
      }
    return (size(role) * factor).rounded()
  }

  /// How code stands in the lines of a role.
  private struct CodeLine {
    /// Height of a line of code inside a text, such that both, each around its own letters, end within the text's line.
    var height: Double
    /// How far the text's line reaches above its baseline.
    var ascent: Double
  }

  private func codeLine(in role: Role) -> CodeLine {
    if let known = codeLines[role] { return known }
    func middle(_ family: String?, _ scale: Double) -> Double {
      let font = pango_font_description_copy(description(role))!
      defer { pango_font_description_free(font) }
      if let family { pango_font_description_set_family(font, family) }
      pango_font_description_set_absolute_size(font, size(role) * scale * pangoScale)
      guard let metrics = pango_context_get_metrics(context, font, nil) else { return 0 }
      defer { pango_font_metrics_unref(metrics) }
      return Double(pango_font_metrics_get_ascent(metrics) - pango_font_metrics_get_descent(metrics)) / 2 / pangoScale
    }
    let text = middle(nil, 1)
    let line = CodeLine(
      height: lineHeight(role) - 2 * abs(text - middle(sheet.codeFamily, sheet.codeScale)) - 2, ascent: lineHeight(role) / 2 + text)
    codeLines[role] = line
    return line
  }

  /// Sets a text in lines of a width, in pixels; nil sets every paragraph in one line.
  func set(
    _ text: LayoutText, role: Role, width: Double?, alignment: PangoAlignment = PANGO_ALIGN_LEFT,
    pictures: [(width: Double, height: Double, drop: Double)] = []
  ) -> SetText {
    let layout = pango_layout_new(context)!
    pango_layout_set_font_description(layout, description(role))
    Noncharacters.replaced(in: text.bytes).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango_layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
    }
    if let width {
      pango_layout_set_width(layout, Int32(clamping: Int(max(1, width) * pangoScale)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    pango_layout_set_alignment(layout, alignment)
    if sheet.justified, role == .body, alignment == PANGO_ALIGN_LEFT {
      pango_layout_set_justify(layout, 1)
    }
    if role == .code { setTabs(of: layout) }
    let attributes = self.attributes(text, role: role, pictures: pictures)
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    return SetText(text: text, adopting: layout)
  }

  private func setTabs(of layout: OpaquePointer) {
    let tabs = pango_tab_array_new(1, 0)
    pango_tab_array_set_tab(tabs, 0, PANGO_TAB_LEFT, Int32(4 * size(.code) * 0.602 * pangoScale))
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }

  /// Gives the font of a role; it belongs to the typesetter.
  private func description(_ role: Role) -> OpaquePointer {
    if let description = descriptions[role] { return description }
    let description = pango_font_description_new()!
    switch role {
    case .code: pango_font_description_set_family(description, sheet.codeFamily)
    case .heading:
      pango_font_description_set_family(description, sheet.headingFamily)
      pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD)
    case .cell(header: true):
      pango_font_description_set_family(description, sheet.textFamily)
      pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD)
    case .body, .small, .cell: pango_font_description_set_family(description, sheet.textFamily)
    }
    pango_font_description_set_absolute_size(description, size(role) * pangoScale)
    descriptions[role] = description
    return description
  }

  private func attributes(_ text: LayoutText, role: Role, pictures: [(width: Double, height: Double, drop: Double)]) -> OpaquePointer {
    let list = pango_attr_list_new()!
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ start: Int32, _ end: Int32) {
      guard let attribute else { return }
      attribute.pointee.start_index = UInt32(start)
      attribute.pointee.end_index = UInt32(end)
      pango_attr_list_insert(list, attribute)
    }
    let palette = sheet.palette
    if !sheet.hasLigatures { add(pango_attr_font_features_new("liga=0, clig=0, dlig=0, calt=0"), 0, Int32(text.bytes.count)) }
    // Pango puts a hyphen where it breaks a word that has no room; only a word that names such places itself is to have one.
    if !text.hasSoftHyphens { add(pango_attr_insert_hyphens_new(0), 0, Int32(text.bytes.count)) }
    let lineHeight = Int32(self.lineHeight(role) * pangoScale)
    let code = codeLine(in: role)
    let codeHeight = Int32(code.height * pangoScale)
    for span in text.spans {
      // Pictures keep their own height: the line grows with them. What has a font of its own must not make it grow.
      let isCode = role != .code && !span.look.isDisjoint(with: [.code, .key, .math, .literal])
      let isRaised = !span.look.isDisjoint(with: [.above, .below, .gap])
      var start = span.start
      for picture in text.pictures where picture.position >= span.start && picture.position < span.end {
        if picture.position > start { add(pango_attr_line_height_new_absolute(lineHeight), start, picture.position) }
        start = picture.position + 3
      }
      if start < span.end, !isRaised { add(pango_attr_line_height_new_absolute(isCode ? codeHeight : lineHeight), start, span.end) }
    }
    for (index, picture) in text.pictures.enumerated() {
      let size = index < pictures.count ? pictures[index] : (width: 0, height: 0, drop: 0)
      let (width, height) = (Int32(size.width * pangoScale), Int32(size.height * pangoScale))
      var box = PangoRectangle(x: 0, y: Int32(size.drop * pangoScale) - height, width: width, height: height)
      add(pango_attr_shape_new(&box, &box), picture.position, picture.position + 3)
    }
    if role == .heading(1) || role == .heading(2) {
      add(pango_attr_letter_spacing_new(Int32(-0.008 * size(role) * pangoScale)), 0, Int32(text.bytes.count))
    }
    for span in text.colours where span.range.upperBound <= text.bytes.count {
      add(foreground(palette.code[span.kind.rawValue]), Int32(span.range.lowerBound), Int32(span.range.upperBound))
      if span.kind == .comment { add(pango_attr_style_new(PANGO_STYLE_ITALIC), Int32(span.range.lowerBound), Int32(span.range.upperBound)) }
    }
    for span in text.spans where !span.look.isEmpty {
      let (start, end, look) = (span.start, span.end, span.look)
      if look.contains(.gap) {
        let width = Int32(size(role) * 0.22 * pangoScale)
        var ink = PangoRectangle(x: 0, y: 0, width: width, height: 0)
        // The blank beside code is as high as the text's line, so that a line of nothing but code has its baseline where the others have it.
        let inset = 0.125
        var box = PangoRectangle(
          x: 0, y: Int32((inset - code.ascent) * pangoScale), width: width, height: lineHeight - Int32(2 * inset * pangoScale))
        add(pango_attr_shape_new(&ink, &box), start, end)
        continue
      }
      if look.contains(.strong) { add(pango_attr_weight_new(PANGO_WEIGHT_BOLD), start, end) }
      if look.contains(.emphasis) { add(pango_attr_style_new(PANGO_STYLE_ITALIC), start, end) }
      if look.contains(.strike) { add(pango_attr_strikethrough_new(1), start, end) }
      if !look.isDisjoint(with: [.underline, .inserted]) { add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE), start, end) }
      if role != .code, look.contains(.code) {
        // An option is not parted from its hyphens.
        for range in text.leadingHyphens(start, end) { add(pango_attr_allow_breaks_new(0), range.lowerBound, range.upperBound) }
      }
      if role != .code, !look.isDisjoint(with: [.code, .key, .math, .literal]) {
        add(pango_attr_family_new(sheet.codeFamily), start, end)
        add(pango_attr_scale_new(sheet.codeScale), start, end)
      }
      if !look.isDisjoint(with: [.above, .below]) {
        add(pango_attr_scale_new(0.75), start, end)
        add(pango_attr_rise_new(Int32((look.contains(.above) ? 0.33 : -0.14) * size(role) * pangoScale)), start, end)
      } else if look.contains(.small) {
        add(pango_attr_scale_new(0.86), start, end)
      }
      if look.contains(.link) {
        add(foreground(palette.link), start, end)
      } else if !look.isDisjoint(with: [.literal, .quiet]) {
        add(foreground(palette.quiet), start, end)
      } else if look.contains(.math) {
        add(foreground(palette.code[5]), start, end)
      }
    }
    return list
  }

  private func foreground(_ colour: Colour) -> UnsafeMutablePointer<PangoAttribute>? {
    pango_attr_foreground_new(UInt16(colour.red * 65535), UInt16(colour.green * 65535), UInt16(colour.blue * 65535))
  }
}
