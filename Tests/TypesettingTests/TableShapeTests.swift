import CPango
import Testing

@testable import Typesetting

@Suite("Widths of table columns")
struct TableShapeTests {
  private func widths(_ wants: [(Double, Double)], in width: Double) -> [Double] {
    TableShape(
      wants: wants.map { TableShape.Want(least: $0.0, most: $0.1) }, alignments: Array(repeating: PANGO_ALIGN_LEFT, count: wants.count),
      width: width, side: 10
    ).widths
  }

  @Test func giveEveryCellItsLineWhenThereIsRoom() {
    #expect(widths([(20, 50), (30, 80)], in: 300) == [50, 80])
  }

  @Test func divideTheRestByWhatIsLacking() {
    // Room: 243 - 2 × 21 - 1 = 200.
    #expect(widths([(20, 20), (30, 1030)], in: 243) == [20, 180])
    #expect(widths([(20, 120), (30, 130)], in: 243) == [95, 105])
  }

  @Test func breakTheLongestWordsWhenNothingElseHelps() {
    #expect(widths([(20, 20), (900, 900)], in: 243) == [20, 180])
    #expect(widths([(900, 900), (900, 2000)], in: 243) == [100, 100])
  }

  @Test(arguments: [40.0, 100, 243, 1000])
  func neverLeaveTheColumn(width: Double) {
    for count in 1...12 {
      var wants: [(Double, Double)] = []
      for index in 0..<count {
        let least = index * 37 % 200
        let most = index * 131 % 900 + 200
        wants.append((Double(least), Double(most)))
      }
      let shape = TableShape(
        wants: wants.map { TableShape.Want(least: $0.0, most: max($0.0, $0.1)) },
        alignments: Array(repeating: PANGO_ALIGN_LEFT, count: count),
        width: width, side: 10)
      var total = 1.0
      for column in shape.widths { total += column + 2 * shape.side + 1 }
      // A column is never narrower than a pixel with its blanks.
      #expect(total <= max(width, Double(count) * (2 * shape.side + 2) + 1))
    }
  }
}
