import Glibc
import Synchronization
import TextModel
import Testing

@testable import Documents

/// Another program is at work while a document is renamed or moved: before each system call in turn it does something.
struct OperationRaceTests {
  enum Work: String, CaseIterable, Sendable { case rename, move, moveToAnotherFileSystem }
  enum Meanwhile: String, CaseIterable, Sendable {
    /// A new text is put in the document's place, as programs do that save whole files.
    case replacesTheSource
    /// A file appears under the name that was free a moment ago.
    case takesTheName
  }

  @Test(arguments: Work.allCases, Meanwhile.allCases)
  func losesNoText(work: Work, meanwhile: Meanwhile) throws {
    var index = 0
    while true {
      let (folder, other) = (TemporaryFolder(), work == .moveToAnotherFileSystem ? Self.otherFileSystem(index) : nil)
      if work == .moveToAnotherFileSystem, other == nil { return }
      defer { if let other { Self.remove(other) } }
      let source = folder.write("text", "a.md")
      let place = other ?? folder.file("there")
      mkdir(place.description, 0o755)
      let goal = work == .rename ? folder.file("b.md") : place.appending("a.md")
      let count = Mutex(0)
      let moment = index + 1
      let calls = SystemCalls { _, _ in
        let isNow = count.withLock { count in
          count += 1
          return count == moment
        }
        if isNow {
          switch meanwhile {
          case .replacesTheSource:
            folder.write("theirs", "theirs.md")
            Glibc.rename(folder.file("theirs.md").description, source.description)
          case .takesTheName:
            let descriptor = Glibc.open(goal.description, O_WRONLY | O_CREAT | O_EXCL, 0o644)
            if descriptor >= 0 {
              Glibc.write(descriptor, "theirs", 6)
              close(descriptor)
            }
          }
        }
        return .proceed
      }
      let file = try Loader().load(source).file
      let operations = DocumentOperations(state: folder.state, calls: calls)
      let result = Result {
        work == .rename ? try operations.rename(file, to: DocumentName("b.md")) : try operations.move(file, into: place)
      }
      if count.withLock({ $0 }) <= index { break }
      let step = "\(work), another program \(meanwhile) before call \(index): \(result)"
      _ = SaveRecovery(state: folder.state).run()
      let all = (folder.names().map { folder.file(FilePath($0)) } + folder.names(in: place).map { place.appending(FilePath($0)) })
        .filter { folder.status($0).kind == .regular }
      let texts = all.compactMap { folder.text($0) }
      // Who puts a new text in a document's place has done away with the old one; nobody else may.
      let isReplaced = meanwhile == .replacesTheSource && !texts.contains("text")
      #expect(texts.contains("text") || isReplaced && texts.contains("theirs"), "\(step): \(all) \(texts)")
      if meanwhile == .replacesTheSource {
        #expect(texts.contains("theirs"), "\(step): \(all) \(texts)")
      } else if case .failure = result {
        #expect(folder.text(source) == "text", "\(step)")
      }
      if meanwhile == .takesTheName, folder.text(goal) != "text" { #expect(folder.text(goal) == "theirs", "\(step)") }
      #expect(all.allSatisfy { !$0.name.hasPrefix(".") }, "\(step): hidden: \(all)")
      index += 1
    }
    #expect(index > 2)
  }

  private static func otherFileSystem(_ index: Int) -> FilePath? {
    let place = FilePath("/dev/shm/masthead-race-\(getpid())-\(UniqueName.make())")
    mkdir(place.description, 0o755)
    let (one, two) = (try? SystemCalls().status(of: place), try? SystemCalls().status(of: "/tmp"))
    guard let one, one.device != two?.device else {
      remove(place)
      return nil
    }
    return place
  }

  private static func remove(_ place: FilePath) {
    for name in (try? SystemCalls().names(in: place)) ?? [] { unlink(place.appending(name).description) }
    rmdir(place.description)
  }
}
