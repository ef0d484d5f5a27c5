import Foundation
import GLibKit
import XCTest

/// GIO's asynchronous functions end on the main actor, with a value or a typed error.
final class FileTests: XCTestCase {
  private func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder.path
  }

  func testInformationChildrenAndContents() throws {
    let folder = try folder()
    try "# Note".write(toFile: folder + "/a.md", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
    onMainActor {
      MainLoop.installMainActor()
      let before = (LiveObjects.closureCount, LiveObjects.referenceCount)
      let done = Flag()
      Task {
        do throws(GLibError) {
          let file = File(path: folder).child("a.md")
          let information = try await file.information()
          XCTAssertEqual(information.name, "a.md")
          XCTAssertEqual(information.size, 6)
          XCTAssertFalse(information.isFolder)
          XCTAssertGreaterThan(information.modified, 1_600_000_000)
          let children = try await File(path: folder).children()
          XCTAssertEqual(children.map(\.name).sorted(), ["a.md", "sub"])
          XCTAssertEqual(children.first { $0.isFolder }?.name, "sub")
          let contents = try await file.load()
          XCTAssertEqual(String(decoding: contents, as: UTF8.self), "# Note")
        } catch { XCTFail("\(error)") }
        do throws(GLibError) {
          _ = try await File(path: folder + "/missing").information()
          XCTFail("a missing file has no information")
        } catch {
          XCTAssertEqual(error.io, .notFound)
        }
        done.isSet = true
      }
      XCTAssertTrue(MainLoop.turn(until: { done.isSet }))
      drain()
      XCTAssertEqual(LiveObjects.closureCount, before.0)
      XCTAssertEqual(LiveObjects.referenceCount, before.1)
    }
  }

  func testAWatchTellsOfChangesUntilItIsDropped() throws {
    let folder = try folder()
    onMainActor {
      var heard: [String] = []
      var watch = File(path: folder).watch { heard.append(($0.other ?? $0.file).name ?? "") }
      XCTAssertNotNil(watch)
      XCTAssertTrue(FileManager.default.createFile(atPath: folder + "/new.md", contents: nil))
      XCTAssertTrue(MainLoop.turn(until: { heard.contains("new.md") }))
      watch = nil
      let count = heard.count
      XCTAssertTrue(FileManager.default.createFile(atPath: folder + "/other.md", contents: nil))
      XCTAssertFalse(MainLoop.turn(until: { heard.count > count }, seconds: 0.3))
    }
  }

  func testNames() {
    onMainActor {
      XCTAssertTrue(File(path: "/tmp/x/../a").isEqual(to: File(path: "/tmp/a")))
      XCTAssertEqual(File(path: "/tmp/a").parent?.path, "/tmp")
      XCTAssertNil(File(path: "/").parent)
      XCTAssertNil(File(uri: "https://example.org/a").path)
    }
  }
}

/// Serves what is queued in the main loop.
@MainActor
func drain() { _ = MainLoop.turn(until: { false }, seconds: 0.05) }
