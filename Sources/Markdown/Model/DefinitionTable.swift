/// What the labels of a document stand for: the first definition of each.
struct DefinitionTable: Sendable {
  /// An object, so that a table of a million labels has a word for each.
  final class Target: Sendable, Equatable {
    let destination: String
    let title: String?
    let isFootnote: Bool

    init(destination: String, title: String?, isFootnote: Bool) {
      self.destination = destination
      self.title = title
      self.isFootnote = isFootnote
    }

    static let footnote = Target(destination: "", title: nil, isFootnote: true)

    static func == (left: Target, right: Target) -> Bool {
      left === right || left.isFootnote == right.isFootnote && left.destination == right.destination && left.title == right.title
    }
  }

  private(set) var targets: [UInt64: Target] = [:]

  func contains(_ key: UInt64) -> Bool { targets[key] != nil }

  subscript(key: UInt64) -> Target? {
    get { targets[key] }
    set { targets[key] = newValue }
  }

  /// Adds the definitions of a run that starts at `base`, where a label has none yet.
  mutating func add(_ run: Run, _ base: Source) {
    for definition in run.definitions where targets[definition.key] == nil {
      targets[definition.key] = DefinitionTable.target(definition, run, base)
    }
  }

  /// Decodes a definition. `base` is the run's first byte; the definition's own places may lie anywhere in the run.
  static func target(_ definition: DefinitionRecord, _ run: Run, _ base: Source) -> Target {
    if definition.isFootnote { return .footnote }
    let destination = Decoding.string(base, Int(definition.destination.start), Int(definition.destination.end))
    var title: String?
    if definition.titleCount > 0 {
      var bytes: [UInt8] = []
      for index in Int(definition.titleStart)..<Int(definition.titleStart + definition.titleCount) {
        if index > Int(definition.titleStart) { bytes.append(Byte.lineFeed) }
        Decoding.append(base, Int(run.lines[index].start), Int(run.lines[index].end), to: &bytes)
      }
      title = String(decoding: bytes, as: UTF8.self)
    }
    return Target(destination: destination, title: title, isFootnote: false)
  }
}
