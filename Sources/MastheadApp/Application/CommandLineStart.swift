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
    application.onLocalOptions { options in
      if options.has("version") {
        print("\(Program.name) \(Program.version)")
        return 0
      }
      if let word = options.string("view"), ViewMode(rawValue: word) == nil {
        printError(tr("masthead: “%s” is not a view mode; use editor, split or preview").filled(word))
        return 2
      }
      return nil
    }
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
