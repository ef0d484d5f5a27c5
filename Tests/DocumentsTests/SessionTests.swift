import Glibc
import TextModel
import Testing

@testable import Documents

struct SessionTests {
  private let folder = TemporaryFolder()

  private var session: Session {
    var first = Session.Window(page: .document(file: FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x2E, 0x6D, 0x64]), draft: Draft.ID()))
    first.selection = TextSelection(anchor: TextOffset(9), head: TextOffset(4))
    first.top = TextOffset(3)
    first.folds = [TextRange(10..<20), TextRange(30..<31)]
    (first.width, first.height, first.isMaximized) = (1280, 800, true)
    first.layout = ["view-mode": "split", "divider": "0.5", "odd": "a\nb 3\n"]
    return Session(windows: [
      first, Session.Window(page: .document(file: nil, draft: Draft.ID())), Session.Window(page: .browser(folder: nil)),
      Session.Window(page: .browser(folder: "/home")),
    ])
  }

  @Test func comesBack() {
    let keeper = SessionKeeper(in: folder.state)
    #expect(keeper.read() == .none)
    let session = session
    keeper.note(session)
    keeper.flush()
    #expect(SessionKeeper(in: folder.state).read() == .session(session))
  }

  @Test func neverStopsTheStart() throws {
    let keeper = SessionKeeper(in: folder.state)
    let session = session
    keeper.note(session)
    keeper.flush()
    let path = folder.state.path.appending("session")
    let bytes = try #require(folder.read(path))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x10
      folder.writeState(damaged, path)
      #expect(keeper.read() == .damaged)
      folder.writeState(Array(bytes[..<place]), path)
      #expect(keeper.read() == .damaged)
    }
    // Set aside, so that the next start does not tell it again.
    #expect(keeper.read() == .none)
    mkdir(path.description, 0o755)
    #expect(keeper.read() == .damaged)
  }
}
