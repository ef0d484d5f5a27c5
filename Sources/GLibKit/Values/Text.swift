// Owns: strings and lists that C functions hand over.

import CGLib

extension String {
  /// Copies a string that a "transfer full" function returned, and frees it; nil for NULL.
  public init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return nil }
    self = String(cString: text)
    g_free(text)
  }

  /// Copies a string that a "transfer none" function returned; nil for NULL.
  public init?(copying text: UnsafePointer<CChar>?) {
    guard let text else { return nil }
    self = String(cString: text)
  }
}

/// Runs a function with a NULL-terminated list of C strings, which live only as long as the call.
public func withCStrings<Result, Failure: Error>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) throws(Failure) -> Result
) throws(Failure) -> Result {
  let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
  // gir: freed below, one by one.
  for (index, string) in strings.enumerated() { list[index] = UnsafePointer(g_strdup(string)) }
  list[strings.count] = nil
  defer {
    for index in strings.indices { g_free(UnsafeMutablePointer(mutating: list[index])) }
    list.deallocate()
  }
  return try body(list)
}

/// Runs a function with a NULL-terminated list of C strings whose bytes need not be UTF-8; they live only as long as the call.
public func withCStrings<Result>(bytes strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result
{
  let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
  var kept: [UnsafeMutablePointer<CChar>] = []
  for (index, string) in strings.enumerated() {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
    for (place, byte) in string.enumerated() { copy[place] = CChar(bitPattern: byte) }
    copy[string.count] = 0
    kept.append(copy)
    list[index] = copy
  }
  list[strings.count] = nil
  defer {
    for copy in kept { copy.deallocate() }
    list.deallocate()
  }
  return body(list)
}

/// Copies a C string's bytes, without the final NUL.
public func copyBytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

/// Copies a NULL-terminated list of strings; the list stays the caller's.
public func copyStrings(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
  guard var next = list else { return [] }
  var strings: [String] = []
  while let text = next.pointee {
    strings.append(String(cString: text))
    next += 1
  }
  return strings
}

/// Copies a NULL-terminated list of strings that a "transfer full" function returned, and frees it.
public func takeStrings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
  guard let list else { return [] }
  var strings: [String] = []
  var next = list
  while let text = next.pointee {
    strings.append(String(cString: text))
    next += 1
  }
  g_strfreev(list)
  return strings
}
