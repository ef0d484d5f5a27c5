// Owns: `masthead --export`: from the command line to the files, without display, settings or bus.
// Exit status: 0 when all was written, 1 when something could not be read, made or written, 2 when the command line makes no sense.

import Documents
import GLibKit
import Glibc
import Markdown
import PreviewKit
import TextModel
import Typesetting

/// Carries out what was typed after `--export`.
nonisolated enum ExportCommand {
  /// Exports and returns the exit status; what is to be said goes to standard error.
  static func run(_ arguments: [[UInt8]]) -> Int32 {
    do throws(ExportRequest.Fault) {
      let request = try ExportRequest(arguments)
      let exporter = request.format.exporter
      var status: Int32 = 0
      for job in request.jobs where !run(job, request, exporter) { status = 1 }
      return status
    } catch {
      say(ExportWording.line(error))
      return 2
    }
  }

  private static func run(_ job: ExportRequest.Job, _ request: ExportRequest, _ exporter: any DocumentExporter) -> Bool {
    guard let text = read(job) else { return false }
    let document = MarkdownDocument(text)
    // The process has no other thread yet.
    let colours = MainActor.assumeIsolated { CodeColourTable(of: document) }
    let source = ExportSource(
      document: document, folder: job.input?.absolute().folder ?? FilePath(".").absolute(),
      name: String(decoding: ExportRequest.stem(of: job.input), as: UTF8.self), colours: colours)
    let made: Exported
    do throws(ExportFailure) {
      made = try exporter.export(source, request.settings, target: job.output) { _ in true }
    } catch {
      say(ExportWording.line(error))
      return false
    }
    for remark in made.remarks { say(remark) }
    guard let output = job.output else { return write(made.content) }
    do throws(SaveError) {
      // Not held: a program that starts meanwhile must find its drafts. Traces of saves have names and locks of their own.
      try Saver(state: .standard).write(made.content, to: output)
      return true
    } catch {
      say(ExportWording.line(error))
      return false
    }
  }

  /// Reads a document; nil when that failed and was said.
  private static func read(_ job: ExportRequest.Job) -> ChunkedText? {
    guard let input = job.input else { return readStandardInput() }
    let loaded: LoadedDocument
    do throws(LoadError) { loaded = try Loader().load(input, allowingLarge: true) } catch {
      say(ExportWording.line(error))
      return nil
    }
    // A document must not be lost to its own export, whatever the two paths look like.
    if let output = job.output, loaded.file.fingerprint.isSameFile(as: output) {
      say(ExportWording.line(ExportRequest.Fault.overItself(output.description)))
      return nil
    }
    switch loaded.access {
    case .readOnly(.undecodable), .readOnly(.nul):
      say(ExportWording.notText(input.description))
      return nil
    case .readOnly(.tooManyMarks), .editable: return loaded.text
    }
  }

  private static func readStandardInput() -> ChunkedText? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        say(tr("Standard input cannot be read: %s").filled(String(cString: strerror(errno))))
        return nil
      }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    do throws(EncodingFailure) { return ChunkedText(utf8: try FileEncoding.marked(at: bytes).decode(bytes)) } catch {
      say(ExportWording.notText("-"))
      return nil
    }
  }

  /// What standard output answered.
  private struct Refusal: Error {
    let code: Int32
  }

  /// Writes to standard output, all of it.
  private static func write(_ content: FileContent) -> Bool {
    do throws(Refusal) {
      try content.forEachPiece { (piece) throws(Refusal) in
        var done = 0
        while done < piece.count {
          let count = piece.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress! + done, $0.count - done) }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw Refusal(code: errno) }
          done += count
        }
      }
      return true
    } catch {
      // Somebody who has read enough is no failure worth words.
      if error.code != EPIPE { say(tr("Standard output cannot be written: %s").filled(String(cString: strerror(error.code)))) }
      return false
    }
  }

  private static func say(_ text: String) { printError("masthead: \(text)") }
}
