import Documents
import GLibKit
import Markdown
import Typesetting

/// Writes documents as pages.
nonisolated struct PDFExporter: DocumentExporter {
  func export(
    _ source: ExportSource, _ settings: ExportSettings, target: FilePath?, progress: @escaping @Sendable (Double) -> Bool
  ) throws(ExportFailure) -> Exported {
    let pictures = PaperPictures(folder: source.folder?.description)
    let options = try Self.options(settings, name: source.name)
    let pages: DocumentPages
    do throws(PagesCancelled) {
      // Dividing a document takes about as long as writing it.
      pages = try DocumentPages(source.document, options: options, pictures: pictures, colours: source.colours) { progress($0 / 2) }
    } catch {
      throw .cancelled
    }
    do throws(PDFFailure) {
      let bytes = try PDFDocument(pages).bytes { progress(0.5 + $0 / 2) }
      return Exported(content: FileContent(bytes), remarks: pictures.missing.map { Self.remark($0) })
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .graphics(let reason): throw .system(reason)
      }
    }
  }

  /// Turns what a person chose into what the typesetter understands.
  static func options(_ settings: ExportSettings, name: String) throws(ExportFailure) -> PageOptions {
    var palette = Palette.print
    if let theme = settings.theme {
      guard let sheet = ThemeName(rawValue: theme)?.sheet else { throw .unknownTheme(theme) }
      palette = sheet.palette
    }
    let margins = settings.margins.map { PageFormat.Margins(top: $0.top, right: $0.right, bottom: $0.bottom, left: $0.left) }
    return PageOptions(
      format: PageFormat(width: settings.paper.width, height: settings.paper.height, margins: margins),
      sheet: PaperStyle.sheet(palette: palette), hasContents: settings.hasContents, fallbackTitle: name, contentsTitle: tr("Contents"))
  }

  private static func remark(_ image: MissingImage) -> String {
    switch image.reason {
    case .remote: tr("The image “%s” is on the web; its description stands in its place.").filled(image.address)
    case .outside: tr("The image “%s” is not in the document’s folder; it was left out.").filled(image.address)
    case .missing: tr("The image “%s” was not found.").filled(image.address)
    case .undecodable: tr("“%s” is no image; it was left out.").filled(image.address)
    case .tooLarge, .tooSlow: tr("The image “%s” is too large; it was left out.").filled(image.address)
    }
  }
}
