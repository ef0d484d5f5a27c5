import Glibc
import TextModel
import Testing

@testable import Documents

@Suite("The document browser's lists")
struct BrowsingTests {
  let folder = TemporaryFolder()

  private func listed(_ path: FilePath) async -> [FolderEntry] {
    var entries: [FolderEntry] = []
    for await piece in FolderListing().entries(of: path) { if case .entries(let found) = piece { entries += found } }
    return entries
  }

  private func write(_ name: String, _ text: String = "") throws {
    let path = folder.path.appending(FilePath(name))
    mkdirs(path.folder)
    _ = try Saver(state: folder.state).save(text.bytes, to: path, over: .anything)
  }

  private func mkdirs(_ path: FilePath) { try? SystemCalls().makeFolders(path) }

  @Test("Folders and texts are listed, what is hidden or no text is not")
  func kinds() async throws {
    for name in ["note.md", "Read.TXT", "photo.png", ".hidden.md", "sub/inner.md", "no-ending", ".md"] { try write(name) }
    symlink("nowhere", "\(folder.path)/dangling.md")
    symlink("sub", "\(folder.path)/link")
    mkfifo("\(folder.path)/pipe.md", 0o600)
    let names = await listed(folder.path).map { "\($0.kind) \($0.name)" }.filter { !$0.contains("state") }
    #expect(Set(names) == ["document note.md", "document Read.TXT", "folder sub", "folder link"])
  }

  @Test("A folder that cannot be read is told")
  func unreadable() async {
    var failures = 0
    for await piece in FolderListing().entries(of: "/no/such/folder") { if case .failed = piece { failures += 1 } }
    #expect(failures == 1)
  }

  @Test("Orders put folders first, numbers by their value, and never leave two entries equal")
  func orders() async throws {
    for (name, size) in [("note 10.md", 3), ("note 2.md", 9), ("b.md", 1)] { try write(name, String(repeating: "x", count: size)) }
    try write("z/in.md")
    let entries = await listed(folder.path).filter { !$0.name.contains("state") }
    func names(_ order: EntryOrder) -> [String] { entries.sorted(by: order.areInOrder).map(\.name) }
    #expect(names(.name) == ["z", "b.md", "note 2.md", "note 10.md"])
    #expect(names(.size) == ["z", "note 2.md", "note 10.md", "b.md"])
    for order in EntryOrder.allCases {
      for left in entries {
        for right in entries where left != right { #expect(order.areInOrder(left, right) != order.areInOrder(right, left)) }
      }
    }
  }

  @Test("A folder of 10,000 files is listed in pieces, the first one at once")
  func manyFiles() async throws {
    for number in 0..<10_000 { close(open("\(folder.path)/note \(number).md", O_CREAT | O_WRONLY, 0o600)) }
    let clock = ContinuousClock.now
    var first: Duration?
    var sizes: [Int] = []
    for await piece in FolderListing().entries(of: folder.path) {
      guard case .entries(let found) = piece else { continue }
      first = first ?? ContinuousClock.now - clock
      sizes.append(found.count)
    }
    let whole = ContinuousClock.now - clock
    let count = sizes.reduce(0, +)
    print("10,000 files: first piece after \(first!), all after \(whole)")
    #expect(count == 10_000)
    #expect(sizes.first == 100 && sizes.count > 5)
  }

  @Test("Words are found in any order and case, and the line with most of them is told")
  func pattern() throws {
    let pattern = try #require(SearchPattern("  Größe FOX "))
    #expect(pattern.matches(name: "fox und größe.md"))
    #expect(!pattern.matches(name: "fox.md"))
    #expect(pattern.line(in: "fox\nno\nDer Fox hat GRÖSSE\nfox größe 7\n".bytes) == SearchPattern.Line(number: 4, text: "fox größe 7"))
    #expect(pattern.line(in: "the fox\nhas größe\n".bytes)?.number == 2)
    #expect(pattern.line(in: "the fox alone".bytes) == nil)
    #expect(SearchPattern(" \t") == nil)
    #expect(SearchPattern("x")?.line(in: []) == nil)
  }

  @Test("Letters that change their length in small letters do not shift the line that is told")
  func lengthChanges() throws {
    let text = String(repeating: "İ", count: 50) + "\nneedle here\n"
    #expect(SearchPattern("needle")?.line(in: text.bytes) == SearchPattern.Line(number: 2, text: "needle here"))
  }

  @Test("Of a long line the part around the match is told, cut between characters")
  func longLine() throws {
    let text = String(repeating: "ä", count: 100_000) + "needle" + String(repeating: "ö", count: 100_000)
    let line = try #require(SearchPattern("NEEDLE")?.line(in: text.bytes))
    #expect(line.text.contains("needle"))
    #expect(line.text.utf8.count <= 200 && !line.text.contains("\u{FFFD}"))
  }

  @Test("Names and contents below a folder are found, links to folders are not followed")
  func search() async throws {
    try write("apple.md", "nothing")
    try write("deep/er/pear.md", "one\nan Apple a day\n")
    try write("apple folder/x.md", "no")
    try write("deep/latin.md", "caf")
    symlink("..", "\(folder.path)/deep/loop")
    var hits: [DocumentSearch.Hit] = []
    for await piece in DocumentSearch().hits(for: SearchPattern("apple")!, in: .folder(folder.path)) { hits += piece }
    let found = hits.map { "\($0.entry.name)\($0.line.map { ":\($0.number) \($0.text)" } ?? "")" }
    #expect(found == ["apple folder", "apple.md", "pear.md:2 an Apple a day"])
    // In the order in which people sort names, whatever the file system's is.
    for number in [10, 2, 1, 30] { try write("order/note \(number).md", "banana") }
    hits = []
    for await piece in DocumentSearch().hits(for: SearchPattern("banana")!, in: .folder(folder.path)) { hits += piece }
    #expect(hits.map(\.entry.name) == ["note 1.md", "note 2.md", "note 10.md", "note 30.md"])
    var among: [DocumentSearch.Hit] = []
    let documents = [folder.path.appending("deep/er/pear.md"), folder.path.appending("gone.md")]
    for await piece in DocumentSearch().hits(for: SearchPattern("apple")!, in: .documents(documents)) { among += piece }
    #expect(among.map(\.entry.name) == ["pear.md"])
  }

  @Test("A search that nobody listens to any more ends")
  func cancelled() async throws {
    for number in 0..<300 { try write("d\(number)/n.md", "word") }
    for await piece in DocumentSearch().hits(for: SearchPattern("word")!, in: .folder(folder.path)) where !piece.isEmpty { break }
  }

  @Test("The history goes back and forth, and forgets what was ahead")
  func history() {
    var history = BrowsingHistory(at: "a")
    #expect(!history.goBack() && !history.goForward())
    history.go(to: "b")
    history.go(to: "b")
    history.go(to: "c")
    #expect(history.goBack() && history.goBack())
    #expect(history.current == "a" && !history.canGoBack)
    #expect(history.goForward() && history.current == "b")
    history.go(to: "d")
    #expect(!history.canGoForward)
    #expect(history.goBack() && history.current == "b")
    history.remove { $0 == "d" }
    #expect(!history.canGoForward)
    var late = BrowsingHistory(at: "document")
    late.begin(at: ["recent", "folder"])
    #expect(late.goBack() && late.current == "folder" && late.canGoForward)
  }
}
