/// A form in which a document leaves the program.
nonisolated enum ExportFormat: String, CaseIterable, Sendable {
  case html, pdf

  /// Tells the format by a file's name, whatever its case; nil for a suffix of none.
  init?(fileName: [UInt8]) {
    let name = String(decoding: fileName, as: UTF8.self).lowercased()
    if name.hasSuffix(".html") || name.hasSuffix(".htm") {
      self = .html
    } else if name.hasSuffix(".pdf") {
      self = .pdf
    } else {
      return nil
    }
  }

  /// What writes the format.
  var exporter: any DocumentExporter {
    switch self {
    case .html: HTMLExporter()
    case .pdf: PDFExporter()
    }
  }
}
