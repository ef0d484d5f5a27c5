@testable import Documents
import GLibKit
import TextModel
import XCTest

@testable import MastheadApp

nonisolated final class RecoveryTests: XCTestCase {
  /// Another program has made bytes of the file that are no text: the draft is all that is left of what was written.
  func testUnsavedTextComesBackThoughTheFileIsNoTextAnyMore() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let path = try folder.write("a.md", "text\n")
      let id = Draft.ID()
      let keeper = DraftKeeper(id: id, in: ProgramState.folder)
      let file = try Loader().load(path).file
      keeper.note("mine\n", file: file, selection: TextSelection(caret: .zero))
      keeper.flush()
      for bytes in [[0x61, 0xFF, 0xFE, 0x0A], [0x61, 0x00, 0x0A]] as [[UInt8]] {
        try folder.overwrite(path, bytes)
        let recovered = try XCTUnwrap(DraftStore(state: ProgramState.folder).recover(id).drafts.first)
        let document = Document(path: path, draft: id)
        finish { await document.recover(recovered) }
        XCTAssertEqual(document.buffer.text.string, "mine\n")
        XCTAssertTrue(document.isModified)
        XCTAssertTrue(document.buffer.isEditable)
        var failure: SaveError?
        finish { do throws(SaveError) { try await document.save() } catch { failure = error } }
        guard case .changedOnDisk = failure else { return XCTFail("\(String(describing: failure))") }
        XCTAssertEqual(folder.bytes("a.md"), bytes)
      }
      keeper.discard()
    }
  }

  func testADraftKnowsWhereItsDocumentWasGoingToBe() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let path = folder.path.appending("new.md")
      let document = Document(path: path)
      document.buffer.apply(EditPlan(replacing: TextRange(0..<0), with: "words", selection: TextSelection(caret: .zero)))
      document.draft.flush()
      let draft = try XCTUnwrap(DraftStore(state: ProgramState.folder).draft(document.draftID))
      XCTAssertEqual(draft.goal, path)
      XCTAssertNil(draft.file)
      document.draft.discard()
    }
  }

  /// A large paste comes in pieces, none of which is a draft; the whole is.
  func testALargePasteIsDrafted() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      let document = Document()
      let text = String(repeating: "pasted words\n", count: 60_000)
      finish { await document.insert(text) }
      document.draft.flush()
      XCTAssertEqual(DraftStore(state: ProgramState.folder).draft(document.draftID)?.text.string, text)
      document.draft.discard()
    }
  }

  /// The file changes while its first version is still on its way into the window.
  func testAChangeWhileLoadingIsTakenAfterwards() throws {
    try onMain {
      _ = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let long = String(repeating: "some words in a line\n", count: 200_000)
      let path = try folder.write("a.md", long)
      let document = Document(path: path)
      Task { try await document.load() }
      XCTAssertTrue(MainLoop.turn(until: { document.isLoading }))
      try folder.overwrite(path, Array(("new " + long).utf8))
      finish { await document.replace(with: try await Loader().open(path)) }
      XCTAssertEqual(document.buffer.text.string, "new " + long)
      XCTAssertFalse(document.isModified)
      document.buffer.undo()
      XCTAssertEqual(document.buffer.text.count, long.utf8.count)
      document.draft.discard()
    }
  }

  /// A rename waits for a save, and a save for a rename, so that the text is in the file of the last name.
  func testASaveAndARenameFollowEachOther() throws {
    try onMain {
      let masthead = try TestApplication.shared.get()
      let folder = try TemporaryPlace()
      let path = try folder.write("a.md", "text\n")
      let window = masthead.makeWindow(Document(path: path))
      finish { try await window.document.load() }
      var ended = 0
      for round in 0..<10 {
        window.document.buffer.apply(EditPlan(replacing: TextRange(0..<0), with: "\(round) ", selection: TextSelection(caret: .zero)))
        Task {
          _ = await window.filing.save()
          ended += 1
        }
        Task {
          _ = await window.title.takeName("\(round).md")
          ended += 1
        }
      }
      XCTAssertTrue(MainLoop.turn(until: { ended == 20 }, seconds: 30))
      let name = try XCTUnwrap(window.document.path?.name)
      XCTAssertEqual(try SystemCalls().names(in: folder.path).map(\.name), [name])
      XCTAssertEqual(folder.text(name), "9 8 7 6 5 4 3 2 1 0 text\n")
      XCTAssertFalse(window.document.isModified)
      window.present()
      settle(0.1)
      window.closeForGood()
    }
  }
}
