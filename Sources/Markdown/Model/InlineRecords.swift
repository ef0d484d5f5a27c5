/// The inlines of a run where they are now: as they were parsed, and how they have moved since.
///
/// A paragraph may hold millions. While it waits to be parsed again they move with the edits that come meanwhile, and that must not cost the main thread a copy
/// of them all: each is moved when it is asked for.
struct InlineRecords: Sendable, ExpressibleByArrayLiteral {
  private let records: [InlineRecord]
  /// The first is the oldest. nil, which is nearly always so, costs nothing to look at.
  private let moves: [Mover]?

  /// From this many on they are moved when they are asked for.
  private static let many = 1 << 12
  /// So many moves are looked through at most.
  private static let mostMoves = 16

  init(_ records: [InlineRecord]) {
    self.records = records
    moves = nil
  }

  init(arrayLiteral elements: InlineRecord...) { self.init(elements) }

  private init(_ records: [InlineRecord], _ moves: [Mover]) {
    self.records = records
    self.moves = moves
  }

  var count: Int { records.count }

  @inline(__always)
  subscript(index: Int) -> InlineRecord {
    guard let moves else { return records[index] }
    return InlineRecords.moved(records[index], moves)
  }

  private static func moved(_ record: InlineRecord, _ moves: [Mover]) -> InlineRecord {
    var record = record
    for move in moves { record = move.moved(record) }
    return record
  }

  /// Gives the inlines moved once more. O(1) when they are many, but for each time that they have been moved often.
  func moved(_ mover: Mover) -> InlineRecords {
    let all = (moves ?? []) + [mover]
    if records.count >= InlineRecords.many, all.count <= InlineRecords.mostMoves { return InlineRecords(records, all) }
    return InlineRecords(records.map { InlineRecords.moved($0, all) })
  }
}
