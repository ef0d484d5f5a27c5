import Markdown
import Testing
import TextModel

@testable import MarkdownEditing

/// A text with its selection, written with bars: `a |b| c` selects b, `a| b` is a caret. `‖` is a bar that belongs to the text.
struct Marked: Equatable, CustomStringConvertible {
  let text: String
  let selection: TextSelection

  init(_ notation: String) {
    var bytes: [UInt8] = []
    var bars: [Int] = []
    for scalar in notation.unicodeScalars {
      if scalar == "|" {
        bars.append(bytes.count)
      } else {
        bytes += Array((scalar == "‖" ? "|" : String(Character(scalar))).utf8)
      }
    }
    precondition(bars.count == 1 || bars.count == 2, "one bar or two: \(notation)")
    text = String(decoding: bytes, as: UTF8.self)
    selection = TextSelection(anchor: TextOffset(bars[0]), head: TextOffset(bars[bars.count - 1]))
  }

  init(_ text: ChunkedText, _ selection: TextSelection) {
    self.text = text.string
    self.selection = selection
  }

  var context: EditContext {
    let text = ChunkedText(self.text)
    return EditContext(snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: selection)
  }

  var description: String {
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).map { $0 == "|" ? "‖" : String($0) }.joined() }
    let range = selection.range.bytes
    let middle = selection.isEmpty ? "|" : "|" + part(range) + "|"
    return part(0..<range.lowerBound) + middle + part(range.upperBound..<bytes.count)
  }

  func applying(_ plan: EditPlan?) -> Marked {
    guard let plan else { return self }
    let text = ChunkedText(text)
    return Marked(plan.applied(to: text), plan.selection(after: selection))
  }
}

/// Runs a command on a text in caret notation; `clipboard` is the address that the clipboard holds.
func run(_ command: EditingCommand, _ notation: String, _ parameter: Int32? = nil, clipboard: String? = nil) throws -> String {
  let marked = Marked(notation)
  var context = marked.context
  context.clipboardAddress = clipboard
  return marked.applying(try command.plan(in: context, parameter: parameter)).description
}

/// Gives the reason for which a command declines; nil when it does not.
func refusal(_ command: EditingCommand, _ notation: String, _ parameter: Int32? = nil) -> EditRefusal? {
  do {
    _ = try command.plan(in: Marked(notation).context, parameter: parameter)
    return nil
  } catch {
    return error
  }
}
