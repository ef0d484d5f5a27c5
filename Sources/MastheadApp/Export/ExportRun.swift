// Owns: one export while it goes on, away from the main actor.

import Documents
import GLibKit

/// Says how an export ended.
enum ExportOutcome {
  case written(FilePath, remarks: [String])
  case cancelled
  case failed(Notice)
}

/// Exports a document into a file.
nonisolated enum ExportRun {
  private enum Made {
    case written([String])
    case failed(ExportFailure)
    case unsaved(SaveError)
  }

  /// Makes the file away from the main actor and writes it in one step; whatever happens, no half of it is ever there.
  @MainActor
  static func run(
    _ source: ExportSource, _ format: ExportFormat, _ settings: ExportSettings, to path: FilePath, progress: WorkProgress
  ) async -> ExportOutcome {
    let made = await Task.detached(priority: .userInitiated) { () -> Made in
      let exported: Exported
      do throws(ExportFailure) {
        exported = try format.exporter.export(source, settings, target: path) { progress.advance(to: $0) }
      } catch {
        return .failed(error)
      }
      if progress.isStopped { return .failed(.cancelled) }
      do throws(SaveError) {
        try Saver(state: .standard).write(exported.content, to: path)
        return .written(exported.remarks)
      } catch {
        return .unsaved(error)
      }
    }.value
    switch made {
    case .written(let remarks): return .written(path, remarks: remarks)
    case .failed(.cancelled): return .cancelled
    case .failed(let failure):
      return .failed(Notice(title: tr("“%s” Was Not Exported").filled(path.name), body: ExportWording.line(failure)))
    case .unsaved(let error):
      return .failed(Notice(title: tr("“%s” Was Not Exported").filled(path.name), body: ExportWording.reason(error)))
    }
  }
}
