internal import CSystem
internal import GLibKit
internal import Glibc

/// Holds one open file and closes it at the end of its life.
///
/// Whoever wrote through it calls `close` and looks at the error: network file systems report a full disk there.
final class OpenFile {
  let descriptor: Int32
  let path: FilePath
  private let calls: SystemCalls
  private var isOpen = true

  init(descriptor: Int32, path: FilePath, calls: SystemCalls) {
    self.descriptor = descriptor
    self.path = path
    self.calls = calls
  }

  deinit {
    if isOpen { _ = Glibc.close(descriptor) }
  }

  func close() throws(SystemError) {
    guard isOpen else { return }
    isOpen = false
    do throws(SystemError) { try calls.run(.close, path) { Glibc.close(descriptor) } } catch {
      // A refused call (a fault in a test) must not leak the descriptor; a real failure has closed it already.
      if error.code != EBADF { _ = Glibc.close(descriptor) }
      throw error
    }
  }

  func status() throws(SystemError) -> FileStatus {
    var data = stat()
    try calls.run(.stat, path) { fstat(descriptor, &data) }
    return FileStatus(data)
  }

  /// Reads to the end, or to `limit` bytes.
  func readAll(expecting size: Int = 0, limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = max(4096, min(size, limit) + 1)
    while bytes.count < limit {
      let start = bytes.count
      var failure: SystemError?
      // Grown without being cleared first where the size is known: one allocation, one read, one more read that says "end".
      let piece = [UInt8](unsafeUninitializedCapacity: min(room, limit - start)) { buffer, count in
        do throws(SystemError) {
          count = try calls.run(.read, path) { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      room = max(4096, min(1 << 20, size + 1 - bytes.count))
    }
    return bytes
  }

  /// Computes the digest of what is read from here to the end, without holding it.
  func digestOfRest() throws(SystemError) -> Digest {
    let checksum = Checksum()
    while true {
      var failure: SystemError?
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        do throws(SystemError) {
          count = try calls.run(.read, path) { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if piece.isEmpty { return Digest(finishing: checksum) }
      piece.withUnsafeBytes { checksum.update($0) }
    }
  }

  /// Goes back to the start, for reading.
  func rewind() throws(SystemError) {
    try calls.run(.read, path) { lseek(descriptor, 0, SEEK_SET) }
  }

  /// Writes all of `bytes` at `offset`, in pieces of at most 1 MB, so that a slow device can be interrupted between two.
  func write(_ bytes: [UInt8], at offset: Int = 0) throws(SystemError) {
    try write(bytes[...], at: offset)
  }

  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = try calls.run(.write, path) {
        bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress! + done, min($0.count - done, 1 << 20), off_t(offset + done)) }
      }
      // A device that takes nothing and reports nothing would make this loop for ever.
      if count == 0 { throw SystemError(call: .write, code: ENOSPC, path: path) }
      done += count
    }
  }

  /// What is to be said when content came out otherwise than it was announced: nothing is wrong with the file, and another try may succeed.
  var changedMeanwhile: SystemError { SystemError(call: .write, code: EAGAIN, path: path) }

  func sync() throws(SystemError) {
    try calls.run(.fsync, path) { fsync(descriptor) }
  }

  func syncFileSystem() throws(SystemError) {
    try calls.run(.fsync, path) { masthead_syncfs(descriptor) }
  }

  func truncate(to size: Int) throws(SystemError) {
    try calls.run(.truncate, path) { ftruncate(descriptor, off_t(size)) }
  }

  func reserve(from offset: Int, count: Int) throws(SystemError) {
    try calls.run(.reserve, path) { masthead_reserve(descriptor, off_t(offset), off_t(count)) }
  }

  func setMode(_ mode: mode_t) throws(SystemError) {
    try calls.run(.mode, path) { fchmod(descriptor, mode) }
  }

  func setOwner(user: uid_t, group: gid_t) throws(SystemError) {
    try calls.run(.owner, path) { fchown(descriptor, user, group) }
  }

  /// Gives the extended attributes, access control lists among them; empty where the file system has none.
  func attributes() throws(SystemError) -> [String: [UInt8]] {
    var names: [UInt8]
    do throws(SystemError) {
      names = try sized { masthead_flistxattr(self.descriptor, $0?.assumingMemoryBound(to: CChar.self), $1) }
    } catch {
      if error.code == ENOTSUP || error.code == ENOSYS { return [:] }
      throw error
    }
    var result: [String: [UInt8]] = [:]
    for name in names.split(separator: 0) {
      let key = String(decoding: name, as: UTF8.self)
      do throws(SystemError) {
        result[key] = try sized { masthead_fgetxattr(self.descriptor, key, $0, $1) }
      } catch {
        // Listed but not readable by us, or gone meanwhile: nothing that could be copied.
        if error.code != ENODATA && error.code != EACCES && error.code != EPERM && error.code != ENOTSUP { throw error }
      }
    }
    return result
  }

  private func sized(_ body: (UnsafeMutableRawPointer?, Int) -> Int) throws(SystemError) -> [UInt8] {
    while true {
      let size = try calls.run(.attributes, path) { body(nil, 0) }
      if size == 0 { return [] }
      var bytes = [UInt8](repeating: 0, count: size)
      do throws(SystemError) {
        let count = try calls.run(.attributes, path) { bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) } }
        return Array(bytes.prefix(count))
      } catch {
        // It grew between the two calls.
        if error.code != ERANGE { throw error }
      }
    }
  }

  func setAttribute(_ name: String, to value: [UInt8]) throws(SystemError) {
    try calls.run(.attributes, path) { value.withUnsafeBytes { masthead_fsetxattr(descriptor, name, $0.baseAddress, $0.count) } }
  }

  func removeAttribute(_ name: String) throws(SystemError) {
    do throws(SystemError) { try calls.run(.attributes, path) { masthead_fremovexattr(descriptor, name) } } catch {
      if error.code != ENODATA && error.code != ENOTSUP { throw error }
    }
  }
}
