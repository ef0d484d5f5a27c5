// Owns: errors of GLib's functions as Swift errors.

// Public: the check takes a C function that reports errors.
public import CGLib

/// An error that a function of GLib, GIO or GTK reported.
public struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The family of the error, such as "g-io-error-quark".
  public let domain: String
  /// The number within the family.
  public let code: Int32
  /// What the function said, in the user's language where GLib has it.
  public let message: String

  /// Makes an error.
  public init(domain: String, code: Int32, message: String) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  /// Takes over and frees an error that a C function has set; nil for NULL.
  public init?(taking error: UnsafeMutableRawPointer?) {
    guard let error = error?.assumingMemoryBound(to: GError.self) else { return nil }
    domain = String(cString: g_quark_to_string(error.pointee.domain))
    code = error.pointee.code
    message = String(cString: error.pointee.message)
    g_error_free(error)
  }

  /// What is meant when the domain is GIO's; nil for other domains.
  public var io: IOReason? { domain == "g-io-error-quark" ? IOReason(rawValue: code) : nil }

  /// Whether the user took the operation back.
  public var isCancellation: Bool { io == .cancelled || (domain == "gtk-dialog-error-quark") }

  public var description: String { message }

  /// The reasons of GIO's errors that programs tell apart.
  public enum IOReason: Int32, Sendable {
    case failed = 0, notFound, exists, isDirectory, notDirectory, notEmpty, notRegularFile, notSymbolicLink, notMountable
    case filenameTooLong, invalidFilename, tooManyLinks, noSpace, invalidArgument, permissionDenied, notSupported, notMounted
    case alreadyMounted, closed, cancelled, pending, readOnly, cannotCreateBackup, wrongEtag, timedOut, wouldRecurse, busy
  }

  /// Calls a C function with a place for its error, and throws what it leaves there.
  public static func check<Result>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result) throws(GLibError) -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = body(&error)
    if let error = GLibError(taking: error) { throw error }
    return result
  }
}
