import Foundation
import GLibKit
import XCTest

/// Settings are typed, remembered by the backend that was asked for, and a missing schema is an error.
final class SettingsTests: XCTestCase {
  private static let schema = """
    <schemalist><schema id="org.example.Kit" path="/org/example/kit/">
    <key name="text-size" type="i"><default>100</default></key>
    <key name="view-mode" type="s"><default>'split'</default></key>
    <key name="menu-bar" type="b"><default>false</default></key>
    <key name="toolbar-layouts" type="a{sa{sv}}"><default>{}</default></key>
    </schema></schemalist>
    """

  private func compiled() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    try Self.schema.write(to: folder.appending(path: "org.example.Kit.gschema.xml"), atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/glib-compile-schemas")
    compiler.arguments = [folder.path]
    try compiler.run()
    compiler.waitUntilExit()
    XCTAssertEqual(compiler.terminationStatus, 0)
    return folder
  }

  func testValuesAreTypedAndChangesAreHeard() throws {
    let folder = try compiled().path
    try onMainActor {
      let settings = try Settings(schema: "org.example.Kit", directories: ["/nowhere", folder], backend: .memory)
      let size = SettingsKey<Int32>("text-size")
      XCTAssertEqual(settings[size], 100)
      var heard: [Int32] = []
      settings.onChange(of: size) { heard.append(settings[size]) }
      settings[size] = 120
      settings[SettingsKey<Bool>("menu-bar")] = true
      settings.reset("text-size")
      XCTAssertEqual(heard, [120, 100])
      XCTAssertEqual(settings.keys, ["menu-bar", "text-size", "toolbar-layouts", "view-mode"])
      XCTAssertEqual(settings.type(of: "toolbar-layouts"), "a{sa{sv}}")
      XCTAssertNil(settings.type(of: "nothing"))
      XCTAssertTrue(settings.isWritable("text-size"))
      settings[variant: "toolbar-layouts"] = Variant(["editor": ["version": Variant(1 as UInt32)]])
      XCTAssertEqual(settings[variant: "toolbar-layouts"].dictionaries?["editor"]?["version"]?.uint32, 1)
    }
  }

  func testAKeyFileRemembers() throws {
    let folder = try compiled().path
    try onMainActor {
      let mode = SettingsKey<String>("view-mode")
      do {
        let settings = try Settings(schema: "org.example.Kit", directories: [folder], backend: .file(path: folder + "/settings"))
        settings[mode] = "editor"
        Settings.sync()
      }
      let again = try Settings(schema: "org.example.Kit", directories: [folder], backend: .file(path: folder + "/settings"))
      XCTAssertEqual(again[mode], "editor")
    }
  }

  func testAMissingSchemaIsAnError() {
    onMainActor {
      do throws(GLibError) {
        _ = try Settings(schema: "org.example.Missing", backend: .memory)
        XCTFail("a schema that is not installed was opened")
      } catch {
        XCTAssertEqual(error.message, "the settings schema org.example.Missing is not installed")
      }
    }
  }
}
