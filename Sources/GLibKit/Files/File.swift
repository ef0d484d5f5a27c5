// Owns: files as the desktop names them (GFile). Reading and writing documents is not here: see Documents.

import CGLib

/// The name of a file, local or not; the file itself need not exist.
@MainActor
public struct File: GObjectWrapper {
  public let ref: GObjectRef
  public init(ref: GObjectRef) { self.ref = ref }
  public static var objectType: GTypeID { g_file_get_type() }

  /// Names a local file.
  public init(path: String) { ref = GObjectRef(adopting: g_file_new_for_path(path)) }

  /// Names a file by its address ("file:///…").
  public init(uri: String) { ref = GObjectRef(adopting: g_file_new_for_uri(uri)) }

  /// The bytes of the local path, or nil when the file is not local.
  public var pathBytes: [UInt8]? {
    guard let path = g_file_get_path(native()) else { return nil }
    defer { g_free(path) }
    return copyBytes(path)
  }

  /// The local path, or nil when the file is not local.
  public var path: String? { String(taking: g_file_get_path(native())) }
  /// The address.
  public var uri: String { String(taking: g_file_get_uri(native())) ?? "" }
  /// The last part of the name, or nil for a bare address.
  public var name: String? { String(taking: g_file_get_basename(native())) }
  /// The address or path as people read it; never to be parsed.
  public var displayName: String { String(taking: g_file_get_parse_name(native())) ?? "" }
  /// The folder, or nil for a root.
  public var parent: File? { GObjectRef(adopting: g_file_get_parent(native()).map { UnsafeMutableRawPointer($0) }).map { File(ref: $0) } }

  /// Names a file inside this folder.
  public func child(_ name: String) -> File { File(ref: GObjectRef(adopting: g_file_get_child(native(), name))) }

  /// Makes a folder and those above it, for this user only; returns whether it is there now.
  public static func makeFolders(_ path: String) -> Bool { g_mkdir_with_parents(path, 0o700) == 0 }

  /// Tells whether two names stand for one place (without looking at the disk).
  public func isEqual(to other: File) -> Bool { g_file_equal(native(), other.native()) != 0 }

  /// Connects to the place that the file is in; a GMountOperation asks for what is needed.
  public func mount(asking operation: GObjectRef) async throws(GLibError) {
    try await awaitResult {
      g_file_mount_enclosing_volume(
        native(), G_MOUNT_MOUNT_NONE, operation.pointer.assumingMemoryBound(to: GMountOperation.self), nil, $0, $1)
    } finish: { source, result, error in
      _ = g_file_mount_enclosing_volume_finish(OpaquePointer(source!), result, error)
    }
  }

  /// Moves the file to the trash.
  public func trash() async throws(GLibError) {
    try await awaitResult {
      g_file_trash_async(native(), G_PRIORITY_DEFAULT, nil, $0, $1)
    } finish: { source, result, error in
      _ = g_file_trash_finish(OpaquePointer(source!), result, error)
    }
  }

  /// Reads the whole file; for small ones (settings, icons), never for documents.
  public func load() async throws(GLibError) -> [UInt8] {
    try await awaitResult {
      g_file_load_contents_async(native(), nil, $0, $1)
    } finish: { source, result, error in
      var contents: UnsafeMutablePointer<CChar>?
      var length: gsize = 0
      guard g_file_load_contents_finish(OpaquePointer(source!), result, &contents, &length, nil, error) != 0, let contents else {
        return []
      }
      defer { g_free(contents) }
      return Array(UnsafeRawBufferPointer(start: contents, count: Int(length)))
    }
  }

  /// What the file manager knows about the file.
  public func information() async throws(GLibError) -> FileInformation {
    try await awaitResult {
      g_file_query_info_async(native(), FileInformation.attributes, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, nil, $0, $1)
    } finish: { source, result, error in
      guard let info = g_file_query_info_finish(OpaquePointer(source!), result, error) else { return FileInformation.unknown }
      defer { g_object_unref(UnsafeMutableRawPointer(info)) }
      return FileInformation(info)
    }
  }

  /// What the file manager knows about the files in this folder, hidden ones too, in no order.
  public func children() async throws(GLibError) -> [FileInformation] {
    let enumerator = try await awaitResult {
      g_file_enumerate_children_async(native(), FileInformation.attributes, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, nil, $0, $1)
    } finish: { source, result, error in
      g_file_enumerate_children_finish(OpaquePointer(source!), result, error).map { GObjectRef(adopting: UnsafeMutableRawPointer($0)) }
    }
    guard let enumerator else { return [] }
    var all: [FileInformation] = []
    while true {
      let batch = try await awaitResult {
        g_file_enumerator_next_files_async(
          enumerator.pointer.assumingMemoryBound(to: GFileEnumerator.self), 200, G_PRIORITY_DEFAULT, nil, $0, $1)
      } finish: { source, result, error in
        var found: [FileInformation] = []
        let list = g_file_enumerator_next_files_finish(source!.assumingMemoryBound(to: GFileEnumerator.self), result, error)
        var next = list
        while let link = next {
          let info = OpaquePointer(link.pointee.data!)
          found.append(FileInformation(info))
          g_object_unref(link.pointee.data)
          next = link.pointee.next
        }
        g_list_free(list)
        return found
      }
      if batch.isEmpty { return all }
      all += batch
    }
  }

  /// Watches the file or folder; nil when the system cannot.
  public func watch(_ handler: @escaping (FileEvent) -> Void) -> FileWatch? {
    guard let monitor = g_file_monitor(native(), G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
    let ref = GObjectRef(adopting: UnsafeMutableRawPointer(monitor))
    ref.connect("changed") { (file: File, other: File?, kind: Int32) in
      handler(FileEvent(kind: FileEvent.Kind(rawValue: kind) ?? .changed, file: file, other: other))
    }
    return FileWatch(ref: ref)
  }
}

/// What the file manager knows about a file.
public struct FileInformation: Sendable, Equatable {
  /// The name on disk.
  public var name: String
  /// The name as people read it.
  public var displayName: String
  /// Whether it is a folder.
  public var isFolder: Bool
  /// Whether its name is hidden by convention.
  public var isHidden: Bool
  /// Whether the user may write it.
  public var isWritable: Bool
  /// The size in bytes.
  public var size: Int
  /// The kind ("text/markdown"), or nil when unknown.
  public var contentType: String?
  /// The time of the last change in seconds since 1970, or 0 when unknown.
  public var modified: Int64
  /// The time of its creation in seconds since 1970, or 0 when unknown.
  public var created: Int64

  static let attributes = "standard::*,access::can-write,time::modified,time::created"
  static let unknown = FileInformation(
    name: "", displayName: "", isFolder: false, isHidden: false, isWritable: false, size: 0, contentType: nil, modified: 0, created: 0)

  /// The kind as people read it ("Markdown document"), or nil.
  public var kind: String? { contentType.flatMap { String(taking: g_content_type_get_description($0)) } }
}

extension FileInformation {
  init(_ info: OpaquePointer) {
    name = String(copying: g_file_info_get_name(info)) ?? ""
    displayName = String(copying: g_file_info_get_display_name(info)) ?? name
    isFolder = g_file_info_get_file_type(info) == G_FILE_TYPE_DIRECTORY
    isHidden = g_file_info_get_is_hidden(info) != 0
    isWritable = g_file_info_get_attribute_boolean(info, "access::can-write") != 0
    size = Int(g_file_info_get_size(info))
    contentType = String(copying: g_file_info_get_content_type(info))
    modified = Int64(clamping: g_file_info_get_attribute_uint64(info, "time::modified"))
    created = Int64(clamping: g_file_info_get_attribute_uint64(info, "time::created"))
  }
}

/// Something that happened to a watched file.
@MainActor
public struct FileEvent {
  /// What happened (GFileMonitorEvent).
  public enum Kind: Int32, Sendable {
    case changed, changesDone, deleted, created, attributeChanged, preUnmount, unmounted, moved, renamed, movedIn, movedOut
  }
  /// What happened.
  public let kind: Kind
  /// The file that it happened to.
  public let file: File
  /// The other name, where a file was renamed; else nil.
  public let other: File?
}

/// A watch over a file or folder; it ends when it is stopped or dropped.
@MainActor
public final class FileWatch {
  private let ref: GObjectRef

  init(ref: GObjectRef) { self.ref = ref }

  /// Ends the watch.
  public func stop() { g_file_monitor_cancel(ref.pointer.assumingMemoryBound(to: GFileMonitor.self)) }

  isolated deinit { stop() }
}
