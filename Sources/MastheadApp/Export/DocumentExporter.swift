// Owns: what the formats have in common. A format is a `DocumentExporter`; one line in `ExportFormat.exporter` makes it known to the command
// line and to the window.

import Documents
import Markdown
import Typesetting

/// A document that leaves the program.
nonisolated struct ExportSource: Sendable {
  let document: MarkdownDocument
  /// The folder whose images the document may show; nil for a document that was never saved.
  let folder: FilePath?
  /// The file's name without its suffix: a title where the document has none.
  let name: String
  /// What the words of its code are; nil for code in one colour.
  var colours: CodeColourTable?
}

/// How a document leaves the program; each format takes what concerns it.
nonisolated struct ExportSettings: Equatable, Sendable {
  /// The theme's name; nil for the format's own: paper's for pages, the reader's light or dark for the web.
  var theme: String?
  /// Whether a table of contents stands first.
  var hasContents = false
  /// Whether images stay files of their own.
  var isLinked = false
  var paper = PaperSize.a4
  /// nil for the format's own.
  var margins: PageMargins?
}

/// What an exporter made.
nonisolated struct Exported: Sendable {
  var content: FileContent
  /// What could not be taken over, for people, in order.
  var remarks: [String] = []
}

/// Why nothing was made.
nonisolated enum ExportFailure: Error, Equatable {
  /// The person gave it up.
  case cancelled
  /// The theme has no such name.
  case unknownTheme(String)
  /// What the system said.
  case system(String)
}

/// Writes a document in one format.
nonisolated protocol DocumentExporter: Sendable {
  /// Makes the file's content; runs off the main actor, and without a display.
  ///
  /// `target` is where they will be, for links from there; nil when they go to standard output. `progress` hears how much is done, 0 to 1,
  /// and tells whether to go on.
  func export(
    _ source: ExportSource, _ settings: ExportSettings, target: FilePath?, progress: @escaping @Sendable (Double) -> Bool
  ) throws(ExportFailure) -> Exported
}
