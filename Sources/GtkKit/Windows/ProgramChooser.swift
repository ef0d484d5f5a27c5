// Owns: the choice of a program that opens a file, where no portal offers one.

import CGLib
import CGtk
public import GLibKit

/// Lets the person choose a program for a file, and starts it (GtkAppChooserDialog).
public enum ProgramChooser {
  /// Shows the choice; returns false when the chosen program could not be started, and true when it was, or none was chosen.
  public static func open(_ file: File, over window: (some WindowWidget)?) async -> Bool {
    let dialog = Window(
      ref: GObjectRef(
        retaining: UnsafeMutableRawPointer(
          gtk_app_chooser_dialog_new(window?.native(), GTK_DIALOG_MODAL, file.native())!)))
    let response: Int32 = await withCheckedContinuation { continuation in
      let answer = Answer(continuation)
      dialog.ref.connect("response") { (id: Int32) in answer.give(id) }
      dialog.ref.connect("destroy") { answer.give(GTK_RESPONSE_CANCEL.rawValue) }
      dialog.present()
    }
    defer { dialog.destroy() }
    // gir: the caller gets the reference.
    guard response == GTK_RESPONSE_OK.rawValue, let program = gtk_app_chooser_get_app_info(OpaquePointer(dialog.ref.pointer)) else {
      return true
    }
    defer { g_object_unref(UnsafeMutableRawPointer(program)) }
    let context = gdk_display_get_app_launch_context(gdk_display_get_default())
    defer { if let context { g_object_unref(UnsafeMutableRawPointer(context)) } }
    let files = g_list_append(nil, UnsafeMutableRawPointer(file.ref.pointer))
    defer { g_list_free(files) }
    return g_app_info_launch(
      program, files, context.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self) }, nil) != 0
  }
}
