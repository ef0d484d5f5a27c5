// Owns: the application object: one per process, one per user over D-Bus.

import CGLib
import CGtk
public import GLibKit

/// The application (AdwApplication).
public struct Application: ActionGroup {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_application_get_type() }

  /// How an application starts.
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt32
    public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Files named on the command line are opened by `onOpen`.
    public static let opensFiles = Options(rawValue: 1 << 2)
    /// The first process handles the command lines of later ones in `onCommandLine`.
    public static let handlesCommandLine = Options(rawValue: 1 << 3)
    /// Every process stands for itself; for tests and benchmarks.
    public static let isNotUnique = Options(rawValue: 1 << 5)
  }

  /// Makes an application.
  public init(id: String, _ options: Options = []) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(adw_application_new(id, GApplicationFlags(rawValue: options.rawValue))!))
  }

  /// The running application, or nil before there is one.
  public static var current: Application? {
    Application(casting: GObjectRef(retaining: g_application_get_default().map { UnsafeMutableRawPointer($0) }))
  }

  private var application: UnsafeMutablePointer<GApplication> { native() }
  private var gtk: UnsafeMutablePointer<GtkApplication> { native() }

  /// Runs the application until its last window is closed; returns the exit status.
  ///
  /// Installs the main actor's queue into the loop, and the threads for tasks. Call it from `main.swift`, which is synchronous.
  public func run(_ arguments: [[UInt8]]) -> Int32 {
    MainLoop.installTaskPool()
    MainLoop.installMainActor()
    // g_application_run may reorder the list; the strings stay ours.
    return withCStrings(bytes: arguments) { g_application_run(application, gint(arguments.count), $0) }
  }

  /// Registers with the session bus (which `run` does by itself); returns whether it worked. For tests.
  @discardableResult
  public func register() -> Bool { g_application_register(application, nil, nil) != 0 }

  /// Whether another process of this application was there first.
  public var isRemote: Bool { g_application_get_is_remote(application) != 0 }

  /// Ends the main loop.
  public func quit() { g_application_quit(application) }

  /// Keeps the application running without a window until `release`.
  public func hold() { g_application_hold(application) }

  /// Takes `hold` back.
  public func release() { g_application_release(application) }

  /// Runs `onActivate` in the first process.
  public func activate() { g_application_activate(application) }

  /// Runs a handler once, in the first process, before anything else.
  @discardableResult
  public func onStartup(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("startup", after: true, handler) }

  /// Runs a handler when the application is started without a file, or again.
  @discardableResult
  public func onActivate(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("activate", handler) }

  /// Runs a handler when the main loop has ended.
  @discardableResult
  public func onShutdown(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("shutdown", handler) }

  /// Runs a handler when files are to be opened: from the command line, the file manager, another process.
  @discardableResult
  public func onOpen(_ handler: @escaping ([File], _ hint: String) -> Void) -> SignalConnection {
    ref.connect("open") { (files: UnsafeMutableRawPointer, count: Int32, hint: String) in
      let list = files.assumingMemoryBound(to: OpaquePointer.self)
      handler((0..<Int(count)).map { File(ref: GObjectRef(retaining: list[$0])) }, hint)
    }
  }

  /// Runs a handler for the command line of this or a later process; it gives the exit status of that process.
  @discardableResult
  public func onCommandLine(_ handler: @escaping (CommandLine) -> Int32) -> SignalConnection { ref.answer("command-line", handler) }

  /// Runs a handler for options that this process handles itself; it gives the exit status, or nil to go on.
  @discardableResult
  public func onLocalOptions(_ handler: @escaping (CommandLineOptions) -> Int32?) -> SignalConnection {
    ref.answer("handle-local-options") { (options: UnsafeMutableRawPointer) -> Int32 in
      handler(CommandLineOptions(options.assumingMemoryBound(to: GVariantDict.self))) ?? -1
    }
  }

  /// Declares an option of the command line.
  public func addOption(_ name: String, short: Character? = nil, _ kind: CommandLineOptions.Kind, help: String, placeholder: String? = nil)
  {
    g_application_add_main_option(
      application, name, CChar(short?.asciiValue ?? 0), GOptionFlags(rawValue: 0), GOptionArg(rawValue: kind.rawValue), help, placeholder)
  }

  /// Says in --help what stands after the options, and what the program does.
  public func describeCommandLine(parameters: String, summary: String) {
    g_application_set_option_context_parameter_string(application, parameters)
    g_application_set_option_context_summary(application, summary)
  }

  /// Gives an action its keys ("<Control>s"), in place of those that it had. The name is in full ("win.view-mode::split").
  public func setKeys(_ keys: [String], for action: String) {
    withCStrings(keys) { gtk_application_set_accels_for_action(gtk, action, UnsafePointer($0)) }
  }

  /// The keys of an action.
  public func keys(for action: String) -> [String] { takeStrings(gtk_application_get_accels_for_action(gtk, action)) }

  /// The windows, the one used last first.
  public var windows: [Window] {
    var all: [Window] = []
    var next = gtk_application_get_windows(gtk)
    while let link = next {
      all.append(Window(ref: GObjectRef(retaining: link.pointee.data)))
      next = link.pointee.next
    }
    return all
  }

  /// The window used last, or nil.
  public var activeWindow: Window? {
    GObjectRef(retaining: gtk_application_get_active_window(gtk).map { UnsafeMutableRawPointer($0) }).map { Window(ref: $0) }
  }

  /// Adds a window, which keeps the application running.
  public func add(_ window: some WindowWidget) { gtk_application_add_window(gtk, window.native()) }

  /// Asks the desktop not to log out now; returns a number to take it back with, or nil when it cannot.
  public func inhibitLogout(_ window: (some WindowWidget)?, reason: String) -> UInt32? {
    let cookie = gtk_application_inhibit(gtk, window?.native(), GTK_APPLICATION_INHIBIT_LOGOUT, reason)
    return cookie == 0 ? nil : cookie
  }

  /// Takes `inhibitLogout` back.
  public func uninhibit(_ cookie: UInt32) { gtk_application_uninhibit(gtk, cookie) }

  /// Runs a handler when the session ends and unsaved work should be kept.
  @discardableResult
  public func onQueryEnd(_ handler: @escaping () -> Void) -> SignalConnection {
    g_object_set_flag(ref, "register-session")
    return ref.connect("query-end", handler)
  }
}

private func g_object_set_flag(_ ref: GObjectRef, _ property: String) {
  withValue(G_TYPE_BOOLEAN_ID) { value in
    g_value_set_boolean(value, 1)
    g_object_set_property(ref.pointer.assumingMemoryBound(to: GObject.self), property, value)
  }
}
