// Owns: which state folder is this process's own, for as long as it runs.
// Rule: nothing below is made with any other folder, so that two instances on one disk never take each other's drafts.

import Documents

/// Says where this process keeps drafts, session and traces of saves.
enum ProgramState {
  /// Is taken when the first document or store asks: a process that only hands its command line on takes none.
  private static let claim = StateClaim.take()

  /// The folder that no other running instance uses.
  static var folder: StateFolder { claim.folder }
}
