import Documents
import GLibKit
import Markdown
import Synchronization
import Typesetting

/// Writes documents as pages of HTML.
nonisolated struct HTMLExporter: DocumentExporter {
  func export(
    _ source: ExportSource, _ settings: ExportSettings, target: FilePath?, progress: @escaping @Sendable (Double) -> Bool
  ) throws(ExportFailure) -> Exported {
    var page = WebPage(folder: source.folder?.description, fallbackTitle: source.name)
    page.hasContents = settings.hasContents
    page.colours = source.colours
    if let name = settings.theme {
      guard let sheet = ThemeName(rawValue: name)?.sheet else { throw .unknownTheme(name) }
      page.theme = WebTheme(sheet)
    }
    if settings.isLinked { page.images = .linked(prefix: Self.prefix(to: source.folder, from: target)) }
    let (content, missing) = try Self.content(page, of: source.document, progress)
    var remarks = missing.prefix(Self.mostRemarks).map { Self.remark($0) }
    let rest = missing.count - remarks.count
    if rest > 0 { remarks.append(ngettext("%s more image was left out.", "%s more images were left out.", rest).filled(rest)) }
    return Exported(content: content, remarks: remarks)
  }

  /// The size of a text in bytes from which its page, which can have many times its length, is written twice rather than held.
  private static let sizeToWriteTwice = 4 << 20

  private static func content(
    _ page: WebPage, of document: MarkdownDocument, _ progress: @escaping @Sendable (Double) -> Bool
  ) throws(ExportFailure) -> (FileContent, [MissingImage]) {
    if document.text.count < sizeToWriteTwice {
      guard let made = page.bytes(of: document, progress: progress) else { throw .cancelled }
      return (FileContent(made.bytes), made.missing)
    }
    let writer = page.writer(of: document)
    let missing = Mutex<[MissingImage]?>(nil)
    let content = FileContent { take in
      // Only the first of the two times is told of and can be stopped: the second one writes what has been counted.
      let isSecond: Bool = missing.withLock { $0 != nil }
      let found: [MissingImage]? = writer.write(progress: { isSecond || progress($0) }, to: take)
      missing.withLock { $0 = found }
    }
    guard let found = missing.withLock({ $0 }) else { throw .cancelled }
    return (content, found)
  }

  /// How many images are told of one by one.
  private static let mostRemarks = 50

  private static func remark(_ image: MissingImage) -> String {
    switch image.reason {
    case .remote: tr("The image “%s” is on the web; the page has a link to it.").filled(image.address)
    case .outside: tr("The image “%s” is not in the document’s folder; it was left out.").filled(image.address)
    case .missing: tr("The image “%s” was not found.").filled(image.address)
    case .undecodable: tr("“%s” is no image; it was left out.").filled(image.address)
    case .tooLarge, .tooSlow: tr("The image “%s” is too large; it was left out.").filled(image.address)
    }
  }

  /// The way from the folder of the page to that of the document, as an address: empty or with a slash at its end.
  static func prefix(to folder: FilePath?, from target: FilePath?) -> String {
    guard let folder, let target else { return "" }
    let goal = folder.absolute().bytes.split(separator: UInt8(ascii: "/"))
    let start = target.absolute().folder.bytes.split(separator: UInt8(ascii: "/"))
    var common = 0
    while common < min(goal.count, start.count), goal[common] == start[common] { common += 1 }
    let parts = Array(repeating: "..", count: start.count - common) + goal[common...].map { percentEncoded($0) }
    return parts.map { $0 + "/" }.joined()
  }

  private static func percentEncoded(_ name: ArraySlice<UInt8>) -> String {
    var text = ""
    for byte in name {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_.~".unicodeScalars.contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}

/// The themes that can be named.
nonisolated enum ThemeName: String, CaseIterable, Sendable {
  case light, dark, sepia, print

  var sheet: StyleSheet {
    switch self {
    case .light: .light
    case .dark: .dark
    case .sepia: .sepia
    case .print: .print
    }
  }
}
