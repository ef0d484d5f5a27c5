// Owns: the desktop's own dialogs for choosing files (GtkFileChooserNative; in a sandbox, the portal's).

import CGLib
import CGtk
public import GLibKit

/// A question for files or a folder.
public struct FileChooser: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_file_chooser_native_get_type() }

  /// What is asked for (GtkFileChooserAction).
  public enum Purpose: UInt32, Sendable { case open, save, folder }

  /// Makes a question; the label of its button may be nil for the desktop's.
  public init(_ purpose: Purpose, title: String, parent: (any WindowWidget)?, accept: String? = nil) {
    ref = GObjectRef(
      adopting: UnsafeMutableRawPointer(
        gtk_file_chooser_native_new(
          title, parent.map { $0.native() }, GtkFileChooserAction(rawValue: purpose.rawValue), accept, nil)!))
    gtk_native_dialog_set_modal(native(), 1)
  }

  /// Whether several files can be chosen.
  public var allowsMultiple: Bool {
    get { gtk_file_chooser_get_select_multiple(native()) != 0 }
    nonmutating set { gtk_file_chooser_set_select_multiple(native(), newValue ? 1 : 0) }
  }

  /// Starts in a folder.
  public func setFolder(_ folder: File) { gtk_file_chooser_set_current_folder(native(), folder.native(), nil) }

  /// Proposes a name; for saving.
  public func setName(_ name: String) { gtk_file_chooser_set_current_name(native(), name) }

  /// Starts at a file that exists.
  public func setFile(_ file: File) { gtk_file_chooser_set_file(native(), file.native(), nil) }

  /// Adds a choice of what is listed: patterns ("*.md") or kinds ("text/markdown").
  public func addFilter(_ name: String, patterns: [String] = [], types: [String] = []) {
    let filter: OpaquePointer = gtk_file_filter_new()
    gtk_file_filter_set_name(filter, name)
    for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
    for type in types { gtk_file_filter_add_mime_type(filter, type) }
    gtk_file_chooser_add_filter(native(), filter)
    g_object_unref(UnsafeMutableRawPointer(filter))
  }

  /// Shows the question and waits; an empty list when the user took it back.
  public func choose() async -> [File] {
    // The native dialog is owned by nobody: this task holds it until the response.
    defer { gtk_native_dialog_destroy(native()) }
    let response: Int32 = await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      ref.connect("response") { (id: Int32) in answer.give(id) }
      gtk_native_dialog_show(native())
    }
    guard response == GTK_RESPONSE_ACCEPT.rawValue else { return [] }
    let list = GObjectRef(adopting: gtk_file_chooser_get_files(native()))
    return (0..<g_list_model_get_n_items(OpaquePointer(list.pointer))).compactMap { index in
      GObjectRef(adopting: g_list_model_get_item(OpaquePointer(list.pointer), index)).map { File(ref: $0) }
    }
  }
}
