// Owns: what was typed to start the program, here or in a later process.

import Commands
import GLibKit
import GtkKit

extension MastheadApplication {
  func declareCommandLine() {
    application.describeCommandLine(parameters: tr("[FILE…]"), summary: tr("Writes Markdown."))
    application.addOption("version", .flag, help: tr("Show the version and exit"))
    application.addOption("new-window", short: "n", .flag, help: tr("Open the files in new windows"))
    application.addOption(
      "view", .string, help: tr("Show the editor, the preview or both: editor, split or preview"), placeholder: tr("MODE"))
    declareExportOptions()
    application.onLocalOptions { options in
      if let word = options.string("view"), ViewMode(rawValue: word) == nil {
        printError(tr("masthead: “%s” is not a view mode; use editor, split or preview").filled(word))
        return 2
      }
      return nil
    }
  }

  /// For --help alone: who types them never gets as far as to make an application.
  private func declareExportOptions() {
    application.addOption(
      "export", .file,
      help: tr("Write the files as OUT, a page of HTML or a PDF, and exit; %%n in OUT is the name of each, - standard output")
        .filled(), placeholder: tr("OUT"))
    application.addOption("format", .string, help: tr("Write html or pdf, whatever the name of OUT says"), placeholder: tr("FORMAT"))
    application.addOption("theme", .string, help: tr("Set it as light, dark, sepia or print"), placeholder: tr("NAME"))
    application.addOption("toc", .flag, help: tr("Put a table of contents first"))
    application.addOption("linked", .flag, help: tr("Leave images in their files instead of taking them into OUT"))
    application.addOption(
      "paper", .string, help: tr("Use paper of this size: a4, letter or two lengths, as 148x210mm"), placeholder: tr("SIZE"))
    application.addOption(
      "margins", .string, help: tr("Leave this space at the edges, for all or for each: top, right, bottom, left"),
      placeholder: tr("LENGTHS"))
  }

  /// Does what a command line asks for; returns the exit status of the process in which it was typed.
  func run(_ line: GtkKit.CommandLine) -> Int32 {
    let options = line.options
    let mode = options.string("view").flatMap { ViewMode(rawValue: $0) }
    let files = line.arguments.dropFirst().map { line.file($0) }
    if !line.isRemote { restoreUnsavedText(alone: !files.isEmpty || options.has("new-window") || mode != nil) }
    if !files.isEmpty {
      open(Array(files), from: nil, mode: mode, inNewWindow: options.has("new-window"))
    } else if options.has("new-window") || mode != nil {
      showNewDocument(mode: mode)
    } else {
      application.activate()
    }
    return 0
  }
}
