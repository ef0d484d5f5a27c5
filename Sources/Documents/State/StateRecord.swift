/// Holds named values in the form in which the state folder keeps them.
///
/// A record is a first line with its kind, then for each value a line with name and length and the bytes themselves, then the
/// SHA-256 of all that. A record that was cut off, overwritten or flipped in any bit reads as `nil`, never as something else.
struct StateRecord: Sendable, Equatable {
  let kind: String
  private(set) var values: [(name: String, bytes: [UInt8])] = []

  init(kind: String) {
    self.kind = kind
  }

  static func == (left: StateRecord, right: StateRecord) -> Bool { left.encoded() == right.encoded() }

  /// Gives the first value of that name; setting appends one, setting `nil` does nothing.
  subscript(name: String) -> [UInt8]? {
    get { values.first { $0.name == name }?.bytes }
    set { if let newValue { values.append((name, newValue)) } }
  }

  subscript(number name: String) -> Int? {
    get { self[text: name].flatMap { Int($0) } }
    set { self[text: name] = newValue.map { String($0) } }
  }

  subscript(text name: String) -> String? {
    get { self[name].flatMap { String(validating: $0, as: UTF8.self) } }
    set { self[name] = newValue.map { Array($0.utf8) } }
  }

  subscript(path name: String) -> FilePath? {
    get { self[name].map { FilePath(bytes: $0) } }
    set { self[name] = newValue?.bytes }
  }

  func encoded() -> [UInt8] {
    var bytes = Array("masthead \(kind) 1\n".utf8)
    bytes.reserveCapacity(values.reduce(128) { $0 + $1.bytes.count + $1.name.utf8.count + 16 })
    for value in values {
      bytes += Array("\(value.name) \(value.bytes.count)\n".utf8)
      bytes += value.bytes
      bytes.append(newline)
    }
    bytes += Digest(of: bytes).bytes
    return bytes
  }

  /// Reads a record; `nil` when it is damaged or of another kind.
  init?(_ bytes: [UInt8], kind: String) {
    guard bytes.count > 32 else { return nil }
    let end = bytes.count - 32
    let head = Array("masthead \(kind) 1\n".utf8)
    guard bytes.starts(with: head), Digest(of: Array(bytes[..<end])).bytes.elementsEqual(bytes[end...]) else { return nil }
    self.init(kind: kind)
    var index = head.count
    while index < end {
      guard let lineEnd = bytes[index..<end].firstIndex(of: newline) else { return nil }
      let line = bytes[index..<lineEnd].split(separator: space)
      guard line.count == 2, let count = Int(String(decoding: line[1], as: UTF8.self)), count >= 0, lineEnd + 1 + count < end
      else { return nil }
      values.append((String(decoding: line[0], as: UTF8.self), Array(bytes[(lineEnd + 1)..<(lineEnd + 1 + count)])))
      index = lineEnd + 1 + count + 1
    }
  }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")

extension StateRecord {
  subscript(fingerprint name: String) -> Fingerprint? {
    get {
      guard let device = self[number: name + ".device"], let inode = self[number: name + ".inode"],
        let size = self[number: name + ".size"], let modified = self[number: name + ".modified"],
        let digest = self[name + ".digest"].flatMap({ Digest(kept: $0) })
      else { return nil }
      return Fingerprint(
        device: UInt64(bitPattern: Int64(device)), inode: UInt64(bitPattern: Int64(inode)), size: size, modified: Int64(modified),
        digest: digest)
    }
    set {
      guard let newValue else { return }
      self[number: name + ".device"] = Int(Int64(bitPattern: newValue.device))
      self[number: name + ".inode"] = Int(Int64(bitPattern: newValue.inode))
      self[number: name + ".size"] = newValue.size
      self[number: name + ".modified"] = Int(newValue.modified)
      self[name + ".digest"] = newValue.digest.bytes
    }
  }
}
