import Documents
import Foundation
import Markdown
import MarkdownEditing
import TextModel

/// What must hold of texts in memory. Each gives the finding, or nil.
enum Checks {
  private static let html = [
    "<", ">", "</", "/>", "<a href=\"", "<img src='", "javascript:", "data:text/html,", "\"", "'", "=", " ", "\n", "\n\n", "<b>", "</b>",
    "<div>",
    "</div>", "<table>", "<tr>", "<td>", "</table>", "<script>", "</script>", "<svg onload=x>", "<style>", "<!--", "-->", "<p>", "<ul>",
    "<li>",
    "&#x6a;", "&colon;", "\t", "\0", "onclick=x", "<h1>", "</h1>", "<details open>", "<summary>", "*", "> ", "- ", "`", "[a](", ")", "text",
    "é",
  ]
  private static let table = [
    "|", "|", "|", "-", ":-:", "\n|-|-|\n", "\n", "\r\n", "a", "word ", "`x|y`", "\\|", "漢字", "> ", "- ", "  ", "\t", "**b**", "😀",
    "e\u{301}",
  ]
  private static let list = [
    "- ", "* ", "1. ", "9) ", "- [ ] ", "- [x] ", "> ", "  ", "    ", "\n", "\n\n", "\r\n", "word", "`code`", "```\n", "# ", "|a|\n|-|\n",
    "\t", "é", "[^1]: ",
  ]
  private static let void: Set<String> = ["br", "hr", "img", "input", "wbr", "col", "area"]
  private static let forbidden: Set<String> = [
    "script", "style", "iframe", "object", "embed", "form", "svg", "math", "link", "meta", "base", "template", "frame", "frameset",
  ]

  static func sanitizer(_ mutator: inout Mutator) -> String? {
    let text = ChunkedText(utf8: mutator.bytes(html))
    func finding(_ what: String) -> String { "\(what): \(text.string.debugDescription)" }
    var open: [String] = []
    for token in HTMLTokenizer(MarkdownDocument(text).htmlBytes([.headingAnchors, .relations])) {
      switch token {
      case .start(let tag):
        if forbidden.contains(tag.name) { return finding("<\(tag.name)> is written") }
        for attribute in tag.attributes {
          if attribute.name.hasPrefix("on") || attribute.name == "style" { return finding("\(attribute.name) is written") }
          if attribute.name == "href" || attribute.name == "src" {
            let address = attribute.value.lowercased().filter { !$0.isWhitespace }
            if address.hasPrefix("javascript:") || address.hasPrefix("vbscript:") { return finding("\(attribute.value) is written") }
            if attribute.name == "href", address.hasPrefix("data:") { return finding("\(attribute.value) is written") }
          }
        }
        if !void.contains(tag.name) { open.append(tag.name) }
      case .end(let name, _):
        if open.popLast() != name { return finding("</\(name)> closes something else") }
      default: break
      }
    }
    return open.isEmpty ? nil : finding("\(open) stay open")
  }

  private static func context(_ text: ChunkedText, _ mutator: inout Mutator) -> EditContext {
    var caret = text.boundary(atOrBefore: TextOffset(mutator.random(text.count + 1)))
    if caret > .zero, caret < text.end, text[caret] == 0x0A, text[caret - 1] == 0x0D { caret -= 1 }
    return EditContext(snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: TextSelection(caret: caret))
  }

  private static func after(_ plan: EditPlan, _ context: EditContext) -> EditContext {
    let text = plan.applied(to: context.text)
    return EditContext(snapshot: TextSnapshot(text), document: MarkdownDocument(text), selection: plan.selection(after: context.selection))
  }

  /// Lining a table up twice is lining it up once, its cells say what they said, and it can be taken back.
  static func tables(_ mutator: inout Mutator) -> String? {
    let text = ChunkedText(utf8: mutator.bytes(table))
    let start = context(text, &mutator)
    guard let first = try? EditingCommand.realignTable.plan(in: start), !first.isEmpty
    else { return nil }
    func finding(_ what: String) -> String { "\(what), caret \(start.selection.head): \(text.string.debugDescription)" }
    let once = after(first, start)
    if first.inverse(in: text).applied(to: once.text) != text { return finding("cannot be taken back") }
    func cells(_ document: MarkdownDocument) -> [String] {
      var found: [String] = []
      var stack = [document.root]
      while let node = stack.popLast() {
        if node.kind == .tableCell { found.append(document.text.string(in: node.range)) } else { stack += node.children.filter(\.isBlock) }
      }
      return found.filter { !$0.isEmpty }
    }
    if cells(start.document) != cells(once.document) {
      return finding("the cells \(cells(start.document)) become \(cells(once.document)) in \(once.text.string.debugDescription)")
    }
    if let second = try? EditingCommand.realignTable.plan(in: once), second.applied(to: once.text) != once.text {
      return finding("twice is not once: \(once.text.string.debugDescription)")
    }
    return nil
  }

  /// Keys in lists and quotes give a plan within the text that can be taken back, and nothing of what stood there goes but marks and blanks.
  static func lists(_ mutator: inout Mutator) -> String? {
    let text = ChunkedText(utf8: mutator.bytes(list))
    var now = context(text, &mutator)
    for _ in 0..<4 {
      let key = mutator.pick([TypingKey.return, .return, .tab, .backTab, .backspace])
      guard let plan = key.plan(in: now) else { return nil }
      let next = after(plan, now)
      func finding(_ what: String) -> String { "\(key): \(what), caret \(now.selection.head): \(now.text.string.debugDescription)" }
      if plan.inverse(in: now.text).applied(to: next.text) != now.text { return finding("cannot be taken back") }
      func letters(_ text: ChunkedText) -> String {
        String(text.string.unicodeScalars.filter { $0.properties.isAlphabetic && $0 != "x" && $0 != "X" })
      }
      // Return in an empty footnote ends it as it ends an empty item: its mark goes, and that has a label of letters.
      if key == .return, letters(now.text) != letters(next.text) {
        let gone = plan.replacements.map { now.text.string(in: $0.range) }.joined()
        if !gone.contains("[^") || !gone.contains("]:") { return finding("letters are lost") }
      }
      if next.selection.head > next.text.end { return finding("the caret leaves the text") }
      now = next
    }
    return nil
  }
}

/// What must hold of files, in a folder of its own.
final class Room {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "part-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
  private var file: URL { folder.appendingPathComponent("a.md") }
  private let state: StateFolder
  private static let pieces = ["a", "\n", "\r\n", "é", "漢", "😀", "\u{FEFF}", "\u{2029}", "\0", "\r", " ", "\u{301}"]

  init() {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    state = StateFolder(path: FilePath(folder.path + "/state"))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What can be edited would be written back byte for byte; what cannot be decoded is no text to edit.
  func loader(_ mutator: inout Mutator) -> String? {
    var bytes = mutator.bytes(Self.pieces)
    if mutator.random(5) == 0 { bytes = mutator.pick([[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]]) + bytes }
    func finding(_ what: String) -> String { "\(what): \(bytes)" }
    guard (try? Data(bytes).write(to: file)) != nil, let loaded = try? Loader().load(FilePath(file.path)) else {
      return finding("not read")
    }
    // Each save waits for the disk.
    guard loaded.access == .editable, mutator.random(20) == 0 else { return nil }
    let text = loaded.text.bytes(in: loaded.text.range)
    let saver = Saver(state: state)
    guard (try? saver.save(text, to: loaded.file.path, encoding: loaded.file.encoding, over: .document(loaded.file))) != nil,
      (try? Data(contentsOf: file)) == Data(bytes)
    else { return finding("is written otherwise") }
    return nil
  }

  /// A damaged draft gives a text that was written, or says that it is damaged, and never stops the start.
  func drafts(_ mutator: inout Mutator) -> String? {
    let keeper = DraftKeeper(in: state)
    var texts: Set<String> = []
    // A long text is kept as a journal of its edits.
    var text = ChunkedText(utf8: mutator.bytes(Self.pieces))
    if mutator.random(8) == 0 { text = ChunkedText(String(repeating: text.string + "x", count: 1 + (1 << 20) / (text.count + 1))) }
    for step in 0...mutator.random(3) {
      if step > 0 { text.replace(TextRange(at: text.boundary(atOrBefore: TextOffset(mutator.random(text.count)))), with: "step \(step)") }
      texts.insert(text.string)
      keeper.note(text, file: nil, selection: TextSelection(caret: .zero))
      if let trouble = keeper.flush() { return "not written: \(trouble)" }
    }
    let drafts = URL(fileURLWithPath: state.path.description).appendingPathComponent("drafts")
    let names = (FileManager.default.enumerator(atPath: drafts.path)?.allObjects as? [String] ?? []).sorted()
    var damage: [String] = []
    for name in names where mutator.random(2) == 0 {
      let place = drafts.appendingPathComponent(name)
      guard var bytes = (try? Data(contentsOf: place)).map({ [UInt8]($0) }) else { continue }
      mutator.mutate(&bytes, by: [UInt8](repeating: 0, count: mutator.random(30)))
      try? Data(bytes).write(to: place)
      damage.append(name)
    }
    let found = DraftStore(state: state).recover(keeper.id)
    keeper.discard()
    try? FileManager.default.removeItem(at: drafts)
    for draft in found.drafts where !texts.contains(draft.draft.text.string) {
      return "a text that nobody wrote, damaged \(draft.isDamaged), \(damage)"
    }
    if found.drafts.isEmpty, damage.isEmpty { return "a whole draft is not found" }
    return nil
  }
}
