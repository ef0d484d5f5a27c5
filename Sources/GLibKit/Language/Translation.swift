// Owns: the user's language: gettext, and filling values into translated texts.
// Rule: the argument of tr(), C_() and ngettext() is one plain literal (no interpolation, no """, no raw string, no \u{}):
// xgettext reads the sources as Vala.

import CGLib
import Synchronization

/// The catalogue of translations of this program.
public enum Translation {
  /// The gettext domain and the names of the catalogue files.
  public static let domain = "masthead"

  /// Takes the user's language from the environment and reads catalogues from a folder (…/share/locale); call once, first of all.
  public static func install(directory: String) {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, directory)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// Translates a text that was marked for translation elsewhere, in a module that knows no gettext.
  public static func translate(_ original: String, context: String? = nil) -> String {
    // What has no translation comes back as the very pointer that went in, so that has to live until it is copied.
    original.withCString { text in
      guard let context else { return String(cString: g_dgettext(domain, text)) }
      return String(cString: g_dpgettext2(domain, context, text))
    }
  }
}

/// Translates a text.
public func tr(_ text: StaticString) -> String { translate(nil, text) }

/// Translates a text that means different things in different places; the context tells them apart.
public func C_(_ context: StaticString, _ text: StaticString) -> String { translate(context, text) }

/// Translates a text that depends on a number ("%s word", "%s words").
public func ngettext(_ singular: StaticString, _ plural: StaticString, _ count: Int) -> String {
  pointed(singular) { one in
    pointed(plural) { many in String(cString: g_dngettext(Translation.domain, one, many, gulong(clamping: count))) }
  }
}

private func translate(_ context: StaticString?, _ text: StaticString) -> String {
  pointed(text) { text in
    guard let context else { return String(cString: g_dgettext(Translation.domain, text)) }
    return pointed(context) { String(cString: g_dpgettext2(Translation.domain, $0, text)) }
  }
}

private func pointed<Result>(_ text: StaticString, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  // A literal of one character may be stored as a scalar; copy it then.
  guard text.hasPointerRepresentation else { return String(describing: text).withCString(body) }
  return text.utf8Start.withMemoryRebound(to: CChar.self, capacity: text.utf8CodeUnitCount + 1, body)
}

extension String {
  /// Fills values into a translated text: `%s` and `%d` take them in order, `%2$s` takes the second, `%%` is a per cent sign.
  ///
  /// A place without a value stays as it is written: a wrong translation shows, and harms nothing.
  public func filled(_ values: any CustomStringConvertible...) -> String {
    var result = ""
    var next = 0
    var rest = self[...]
    while let sign = rest.firstIndex(of: "%") {
      result += rest[..<sign]
      let tail = rest[rest.index(after: sign)...]
      let digits = tail.prefix { $0.isASCII && $0.isNumber }
      let afterDigits = tail[digits.endIndex...]
      if tail.first == "%" {
        result += "%"
        rest = tail.dropFirst()
      } else if digits.isEmpty, tail.first == "s" || tail.first == "d", next < values.count {
        result += values[next].description
        next += 1
        rest = tail.dropFirst()
      } else if let place = Int(digits), values.indices.contains(place - 1), afterDigits.hasPrefix("$s") || afterDigits.hasPrefix("$d") {
        result += values[place - 1].description
        rest = afterDigits.dropFirst(2)
      } else {
        result += "%"
        rest = tail
      }
    }
    return result + rest
  }
}
