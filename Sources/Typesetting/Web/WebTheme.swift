/// How a page of HTML looks: one style sheet, or a bright and a dark one between which the reader's system chooses.
public struct WebTheme: Equatable, Sendable {
  let sheet: StyleSheet
  let dark: StyleSheet?

  /// Follows the reader's system.
  public static let automatic = WebTheme(sheet: .light, dark: .dark)

  /// Looks the same everywhere.
  public init(_ sheet: StyleSheet) { self.init(sheet: sheet, dark: nil) }

  private init(sheet: StyleSheet, dark: StyleSheet?) {
    self.sheet = sheet
    self.dark = dark
  }

  /// The value of the page's `color-scheme`.
  var scheme: String {
    if dark != nil { return "light dark" }
    let ground = sheet.palette.ground
    return 0.299 * ground.red + 0.587 * ground.green + 0.114 * ground.blue < 0.5 ? "dark" : "light"
  }

  /// The style sheet as CSS.
  var css: String {
    var css = ":root {\n\(Self.variables(sheet.palette))}\n"
    if let dark { css += "@media screen and (prefers-color-scheme: dark) {\n:root {\n\(Self.variables(dark.palette))}\n}\n" }
    // Printers leave grounds out, and bright letters on paper cannot be read.
    if scheme == "dark" { css += "@media print {\n:root {\n\(Self.variables(.print))}\n}\n" }
    css += WebRules.text(sheet)
    return css
  }

  private static func variables(_ palette: Palette) -> String {
    var css = ""
    func add(_ name: String, _ colour: Colour) { css += "--\(name): \(WebRules.value(colour));\n" }
    add("text", palette.text)
    add("ground", palette.ground)
    add("quiet", palette.quiet)
    add("link", palette.link)
    add("line", palette.line)
    add("shade", palette.shade)
    add("chip", palette.chip)
    add("stripe", palette.stripe)
    add("mark", palette.mark)
    add("accent", palette.accent)
    for (name, colour) in zip(["note", "tip", "important", "warning", "caution"], palette.alerts) { add(name, colour) }
    for (name, colour) in WebCode.variables(palette) { add(name, colour) }
    return css
  }
}

/// The rules of the page's style sheet. Colours are variables, so that a page has each rule once for bright and dark.
enum WebRules {
  static func value(_ colour: Colour) -> String {
    func part(_ share: Double) -> Int { Int((share * 255).rounded()) }
    let (red, green, blue) = (part(colour.red), part(colour.green), part(colour.blue))
    if colour.alpha < 1 { return "rgb(\(red) \(green) \(blue) / \(number(colour.alpha)))" }
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    if rest == 0 { return "\(hundredths / 100)" }
    return "\(hundredths / 100)." + (rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)")
  }

  /// A list of families, each quoted but the generic last one.
  static func families(_ list: String) -> String {
    list.split(separator: ",").map { part in
      var name = part
      while name.first == " " { name.removeFirst() }
      while name.last == " " { name.removeLast() }
      let isGeneric = ["sans-serif", "serif", "monospace", "system-ui"].contains(String(name))
      return isGeneric
        ? String(name) : "\"\(String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\"" && $0 != "\\" && $0 != "<" })))\""
    }.joined(separator: ", ")
  }

  static func text(_ sheet: StyleSheet) -> String {
    var css = """
      * { box-sizing: border-box; }
      html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
      body { margin: 0; background: var(--ground); color: var(--text); font: \(number(sheet.size / 16))rem/\(number(sheet.lineHeight)) \(families(sheet.textFamily)); overflow-wrap: break-word;\(sheet.justified ? " text-align: justify; hyphens: auto;" : "") }
      main { max-width: \(number(sheet.measure + 2 * sheet.margin))em; margin: 0 auto; padding: 2em \(number(sheet.margin))em 4em; }
      main > :first-child { margin-top: 0; }
      p, ul, ol, dl, pre, table, blockquote, details, figure, .markdown-alert, .toc { margin: \(number(sheet.blockGap))em 0; }
      h1, h2, h3, h4, h5, h6 { font-family: \(families(sheet.headingFamily)); font-weight: 700; line-height: \(number(sheet.headingLineHeight)); margin: 1.5em 0 0.6em; break-after: avoid; text-align: start; }

      """
    for (index, scale) in sheet.headingScales.prefix(6).enumerated() { css += "h\(index + 1) { font-size: \(number(scale))em; }\n" }
    css += """
      a { color: var(--link); text-decoration-thickness: from-font; text-underline-offset: 0.15em; }
      img { max-width: 100%; height: auto; vertical-align: middle; }
      hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
      ul, ol { padding-inline-start: \(number(sheet.listIndent))em; }
      li { margin: \(number(sheet.itemGap))em 0; }
      li > p:first-child { margin-top: 0; }
      li > p:last-child { margin-bottom: 0; }
      li > ul, li > ol { margin: \(number(sheet.itemGap))em 0; }
      li:has(> input[type="checkbox"]) { list-style: none; margin-inline-start: -1.4em; }
      input[type="checkbox"] { accent-color: var(--accent); margin: 0 0.35em 0 0; vertical-align: -0.08em; }
      blockquote { margin-inline: 0; padding-inline-start: \(number(sheet.quoteIndent))em; border-inline-start: 0.22em solid var(--line); color: var(--quiet); }
      code, kbd, samp, pre, tt { font-family: \(families(sheet.codeFamily)); font-size: \(number(sheet.codeScale))em; }
      code, kbd, samp { background: var(--chip); border-radius: 0.3em; padding: 0.12em 0.35em; }
      kbd { border: 1px solid var(--line); border-bottom-width: 2px; }
      pre { background: var(--shade); border-radius: 0.5em; padding: 0.9em 1.1em; overflow: auto; line-height: \(number(sheet.codeLineHeight)); tab-size: 4; text-align: start; }
      pre code { background: none; padding: 0; font-size: inherit; }
      \(WebCode.rules)
      table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
      th, td { border: 1px solid var(--line); padding: 0.4em 0.75em; vertical-align: top; }
      th { background: var(--shade); font-weight: 600; }
      th:not([align]) { text-align: start; }
      tbody tr:nth-child(2n) { background: var(--stripe); }
      mark { background: var(--mark); color: inherit; border-radius: 0.2em; }
      small { color: var(--quiet); }
      sub, sup { font-size: 0.75em; line-height: 0; }
      summary { cursor: pointer; font-weight: 600; }
      .markdown-alert { border-inline-start: 0.25em solid var(--tone); padding: 0.1em 0 0.1em \(number(sheet.quoteIndent))em; }
      .markdown-alert > :last-child { margin-bottom: 0.3em; }
      .markdown-alert-title { color: var(--tone); font-weight: 600; margin: 0.3em 0; }
      .markdown-alert-note { --tone: var(--note); }
      .markdown-alert-tip { --tone: var(--tip); }
      .markdown-alert-important { --tone: var(--important); }
      .markdown-alert-warning { --tone: var(--warning); }
      .markdown-alert-caution { --tone: var(--caution); }
      .language-math { font-style: italic; }
      .math-display { display: block; text-align: center; margin: 1em 0; }
      .toc ul { list-style: none; padding-inline-start: 1.25em; }
      .toc > ul { padding-inline-start: 0; }
      .footnotes { border-top: 1px solid var(--line); margin-top: 3em; font-size: 0.88em; color: var(--quiet); }
      .footnote-ref a, a.footnote-backref { text-decoration: none; }
      @media print {
      main { max-width: none; padding: 0; }
      pre { white-space: pre-wrap; }
      pre, img, tr, blockquote { break-inside: avoid; }
      thead { display: table-header-group; }
      table { display: table; width: auto; }
      }

      """
    return css
  }
}
