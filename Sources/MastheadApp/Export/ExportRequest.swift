// Owns: what `masthead --export …` asks for, read from the bytes of the command line: a path need not be UTF-8.

import Documents

/// An export that somebody has typed.
nonisolated struct ExportRequest: Equatable, Sendable {
  /// Why a command line cannot be carried out.
  enum Fault: Error, Equatable {
    case noOutput
    case noFile
    case unknownOption(String)
    case missingValue(String)
    case badValue(option: String, value: String)
    /// Standard output needs `--format`.
    case noFormat
    case unknownSuffix(String)
    /// Several files would be written to one.
    case severalFiles
    case sameName(String)
    /// The document itself would be overwritten.
    case overItself(String)
  }

  /// One document and where it goes; nil stands for standard input and output.
  struct Job: Equatable, Sendable {
    let input: FilePath?
    let output: FilePath?
  }

  var format = ExportFormat.html
  var settings = ExportSettings()
  var jobs: [Job] = []

  /// Tells whether a command line, the program's name first, asks for an export and not for help.
  static func isAsked(_ arguments: [[UInt8]]) -> Bool {
    let options = arguments.dropFirst().prefix { $0 != Array("--".utf8) }
    let help: [[UInt8]] = ["--help", "-h", "--help-all"].map { Array($0.utf8) }
    return !options.contains(where: help.contains) && options.contains { $0 == Array("--export".utf8) || $0.starts(with: "--export=".utf8) }
  }

  /// Reads a command line, the program's name first.
  init(_ arguments: [[UInt8]]) throws(Fault) {
    var files: [[UInt8]] = []
    var output: [UInt8]?
    var chosen: ExportFormat?
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        files += rest
        break
      }
      guard argument.starts(with: "--".utf8) else {
        if argument.first == UInt8(ascii: "-"), argument.count > 1 { throw .unknownOption(String(decoding: argument, as: UTF8.self)) }
        files.append(argument)
        continue
      }
      let equals = argument.firstIndex(of: UInt8(ascii: "="))
      let option = String(decoding: argument[..<(equals ?? argument.endIndex)], as: UTF8.self)
      func value() throws(Fault) -> [UInt8] {
        if let equals { return Array(argument[(equals + 1)...]) }
        guard let next = rest.popFirst() else { throw .missingValue(option) }
        return next
      }
      switch option {
      case "--export":
        // An empty name has been a variable that was not set.
        let path = try value()
        guard !path.isEmpty else { throw .noOutput }
        output = path
      case "--format": chosen = try Self.read(option, try value()) { ExportFormat(rawValue: $0.lowercased()) }
      case "--paper": settings.paper = try Self.read(option, try value()) { PaperSize($0) }
      case "--margins": settings.margins = try Self.read(option, try value()) { PageMargins($0) }
      case "--theme": settings.theme = String(decoding: try value(), as: UTF8.self)
      case "--toc" where equals == nil: settings.hasContents = true
      case "--linked" where equals == nil: settings.isLinked = true
      default: throw .unknownOption(option)
      }
    }
    guard let output else { throw .noOutput }
    guard !files.isEmpty else { throw .noFile }
    try plan(files, output, chosen)
  }

  private static func read<Value>(_ option: String, _ bytes: [UInt8], _ reader: (String) -> Value?) throws(Fault) -> Value {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let value = reader(text) else { throw .badValue(option: option, value: text) }
    return value
  }

  private mutating func plan(_ files: [[UInt8]], _ output: [UInt8], _ chosen: ExportFormat?) throws(Fault) {
    let dash = [UInt8(ascii: "-")]
    if output == dash {
      guard let chosen else { throw .noFormat }
      guard files.count == 1 else { throw .severalFiles }
      format = chosen
    } else {
      guard let found = chosen ?? ExportFormat(fileName: output) else {
        throw .unknownSuffix(String(decoding: FilePath(bytes: output).nameBytes, as: UTF8.self))
      }
      format = found
      if files.count > 1, !Self.holdsName(output) { throw .severalFiles }
    }
    var taken: Set<FilePath> = []
    for file in files {
      let input = file == dash ? nil : FilePath(bytes: file)
      guard output != dash else {
        jobs.append(Job(input: input, output: nil))
        continue
      }
      let target = FilePath(bytes: Self.filled(output, with: Self.stem(of: input)))
      guard taken.insert(target.absolute()).inserted else { throw .sameName(target.description) }
      if input?.absolute() == target.absolute() { throw .overItself(target.description) }
      jobs.append(Job(input: input, output: target))
    }
  }

  /// The name of a file without its suffix; that of standard input is "document".
  static func stem(of input: FilePath?) -> [UInt8] {
    guard let name = input?.nameBytes, !name.isEmpty else { return Array("document".utf8) }
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return name }
    return Array(name[..<point])
  }

  private static func holdsName(_ output: [UInt8]) -> Bool { filled(output, with: []) != filled(output, with: [0x6e]) }

  /// Puts a name in the place of each `%n`; `%%` is a per cent sign.
  static func filled(_ output: [UInt8], with name: [UInt8]) -> [UInt8] {
    let percent = UInt8(ascii: "%")
    var result: [UInt8] = []
    var index = 0
    while index < output.count {
      let byte = output[index]
      if byte == percent, index + 1 < output.count, output[index + 1] == UInt8(ascii: "n") || output[index + 1] == percent {
        if output[index + 1] == percent { result.append(percent) } else { result += name }
        index += 2
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }
}
