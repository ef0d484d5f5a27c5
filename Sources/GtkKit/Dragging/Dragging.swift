// Owns: drag and drop between widgets, windows and programs.

import CGLib
import CGLibShim
import CGtk
public import GLibKit

/// What a drag carries.
public enum DragContent {
  /// Files, as a list for file managers and as addresses for everybody else.
  case files([File])
  /// Plain text.
  case text(String)
  /// Something that only this process understands: a text under a private type.
  case token(String)
  /// A text for everybody, which targets of this process take for what the kind of token says.
  case marked(TokenKind, String)
}

/// Tells apart what targets of this process take (`TokenDropTarget`).
public struct TokenKind: Hashable, Sendable {
  let type: String

  /// Makes a kind of a name of letters and hyphens.
  public nonisolated init(_ name: String) { type = "application/x-masthead-" + name }

  /// What `DragContent.token` is.
  public static let token = TokenKind("token")
}

/// What a drag may do with its content (GdkDragAction).
public struct DragActions: OptionSet, Sendable {
  public let rawValue: UInt32
  public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let copy = DragActions(rawValue: 1)
  public static let move = DragActions(rawValue: 2)
  public static let link = DragActions(rawValue: 4)
}

/// Lets the user drag something out of a widget.
public struct DragSource: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_drag_source_get_type() }

  /// Makes a source.
  public init(_ actions: DragActions = .copy) {
    ref = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_drag_source_new()!))
    gtk_drag_source_set_actions(native(), GdkDragAction(rawValue: actions.rawValue))
  }

  /// Asks for the content when a drag begins at a place; nil means that nothing is dragged.
  @discardableResult
  public func onPrepare(_ handler: @escaping (_ x: Double, _ y: Double) -> DragContent?) -> SignalConnection {
    ref.answer("prepare") { (x: Double, y: Double) -> ObjectAnswer in
      ObjectAnswer(handler(x, y).flatMap { $0.provider() })
    }
  }

  /// Runs a handler when the drag has begun; the place to set the icon.
  @discardableResult
  public func onBegin(_ handler: @escaping () -> Void) -> SignalConnection {
    ref.connect("drag-begin") { (_: AnyObjectWrapper) in handler() }
  }

  /// Runs a handler when the drag is over; the flag says that the target moved the content and it should go here.
  @discardableResult
  public func onEnd(_ handler: @escaping (_ wasMoved: Bool) -> Void) -> SignalConnection {
    ref.connect("drag-end") { (_: AnyObjectWrapper, delete: Bool) in handler(delete) }
  }

  /// Runs a handler when the drag failed or was taken back; true skips the animation of the return.
  @discardableResult
  public func onCancel(_ handler: @escaping () -> Bool) -> SignalConnection {
    ref.answer("drag-cancel") { (_: AnyObjectWrapper, _: Int32) -> Bool in handler() }
  }

  /// Shows a widget under the pointer during the drag; call it in `onBegin`.
  public func setIcon(_ widget: any Widget, x: Int = 0, y: Int = 0) {
    guard let drag = gtk_drag_source_get_drag(native()) else { return }
    let icon = gtk_drag_icon_get_for_drag(drag)
    gtk_drag_icon_set_child(OpaquePointer(UnsafeMutableRawPointer(icon!)), widget.native())
    gdk_drag_set_hotspot(drag, gint(x), gint(y))
  }

  /// Shows a picture of a widget as it looks now.
  public func setIcon(pictureOf widget: some Widget, x: Int = 0, y: Int = 0) {
    let live = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_widget_paintable_new(widget.native())!))
    // A widget's paintable goes on following the widget.
    let picture = GObjectRef(adopting: UnsafeMutableRawPointer(gdk_paintable_get_current_image(OpaquePointer(live.pointer))!))
    gtk_drag_source_set_icon(native(), OpaquePointer(picture.pointer), gint(x), gint(y))
  }

  /// Takes the drag back.
  public func cancel() { gtk_drag_source_drag_cancel(native()) }
}

/// A GObject or NULL as a signal's answer; the reference is handed over.
struct ObjectAnswer: SignalResult {
  let object: GObjectRef?
  init(_ object: GObjectRef?) { self.object = object }
  static func provides(_ type: GTypeID) -> Bool { g_type_is_a(type, MASTHEAD_TYPE_OBJECT) != 0 }
  func write(to value: ValueWriter) { value.set(object) }
}

extension DragContent {
  func provider() -> GObjectRef? {
    switch self {
    case .marked(let kind, let text):
      var forms: [UnsafeMutablePointer<GdkContentProvider>?] = [Clipboard.provider(kind.type, [UInt8](kind.type.utf8))]
      if let plain = DragContent.text(text).provider() {
        // The union takes the forms over.
        g_object_ref(plain.pointer)
        forms.append(plain.pointer.assumingMemoryBound(to: GdkContentProvider.self))
      }
      return GObjectRef(adopting: gdk_content_provider_new_union(&forms, gsize(forms.count)).map { UnsafeMutableRawPointer($0) })
    case .text(let text):
      var value = GValue()
      g_value_init(&value, MASTHEAD_STRING_TYPE)
      g_value_set_string(&value, text)
      defer { g_value_unset(&value) }
      return GObjectRef(adopting: gdk_content_provider_new_for_value(&value).map { UnsafeMutableRawPointer($0) })
    case .token(let token):
      return GObjectRef(adopting: UnsafeMutableRawPointer(Clipboard.provider(TokenKind.token.type, Array(token.utf8))))
    case .files(let files):
      guard !files.isEmpty else { return nil }
      var list: [OpaquePointer?] = files.map { $0.native() }
      // The list takes its own references; until then the files are held.
      let boxed = withExtendedLifetime(files) { gdk_file_list_new_from_array(&list, gsize(list.count)) }
      var value = GValue()
      g_value_init(&value, gdk_file_list_get_type())
      g_value_take_boxed(&value, UnsafeRawPointer(boxed))
      defer { g_value_unset(&value) }
      // GDK offers a file list as text/uri-list too, and to sandboxed programs through the portal.
      return GObjectRef(adopting: gdk_content_provider_new_for_value(&value).map { UnsafeMutableRawPointer($0) })
    }
  }
}

/// Lets the user drop something on a widget.
public struct DropTarget: EventController {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { gtk_drop_target_get_type() }

  /// What is accepted.
  public enum Kind: Sendable { case files, text, filesOrText }

  /// Makes a target. Content that came as addresses (text/uri-list) arrives as files.
  public init(_ kind: Kind, _ actions: DragActions = .copy) {
    ref = GObjectRef(
      adopting: UnsafeMutableRawPointer(gtk_drop_target_new(MASTHEAD_TYPE_NONE_ID, GdkDragAction(rawValue: actions.rawValue))!))
    var types: [GTypeID]
    switch kind {
    case .files: types = [gdk_file_list_get_type()]
    case .text: types = [MASTHEAD_STRING_TYPE]
    case .filesOrText: types = [gdk_file_list_get_type(), MASTHEAD_STRING_TYPE]
    }
    gtk_drop_target_set_gtypes(native(), &types, gsize(types.count))
  }

  /// Runs a handler when a drag comes over the widget; it says what a drop would do (nothing refuses it).
  @discardableResult
  public func onEnter(_ handler: @escaping (_ x: Double, _ y: Double) -> DragActions) -> SignalConnection {
    ref.answer("enter") { (x: Double, y: Double) -> UInt32 in handler(x, y).rawValue }
  }

  /// Runs a handler when the drag moves; it says what a drop would do here.
  @discardableResult
  public func onMove(_ handler: @escaping (_ x: Double, _ y: Double) -> DragActions) -> SignalConnection {
    ref.answer("motion") { (x: Double, y: Double) -> UInt32 in handler(x, y).rawValue }
  }

  /// Runs a handler when the drag leaves.
  @discardableResult
  public func onLeave(_ handler: @escaping () -> Void) -> SignalConnection { ref.connect("leave", handler) }

  /// Runs a handler when something is dropped; it says whether it was taken.
  @discardableResult
  public func onDrop(_ handler: @escaping (DragContent, _ x: Double, _ y: Double) -> Bool) -> SignalConnection {
    ref.answer("drop") { (value: UnsafeMutableRawPointer, x: Double, y: Double) -> Bool in
      guard let content = DragContent(value.assumingMemoryBound(to: GValue.self)) else { return false }
      return handler(content, x, y)
    }
  }
}

extension DragContent {
  init?(_ value: UnsafeMutablePointer<GValue>) {
    let type = masthead_value_type(value)
    if type == gdk_file_list_get_type() {
      guard let list = g_value_get_boxed(value) else { return nil }
      let links = gdk_file_list_get_files(OpaquePointer(list))
      var files: [File] = []
      var next = links
      while let link = next {
        files.append(File(ref: GObjectRef(retaining: link.pointee.data)))
        next = link.pointee.next
      }
      g_slist_free(links)
      self = .files(files)
    } else if type == MASTHEAD_STRING_TYPE, let text = g_value_get_string(value) {
      self = .text(String(cString: text))
    } else {
      return nil
    }
  }
}
