import Commands
import Foundation
import Testing

@Suite("Settings")
struct SettingsTests {
  static let schema = "data/io.github.masthead_editor.Masthead.gschema.xml"

  /// Key → its GVariant type and its default as the schema has it.
  static func schemaKeys() throws -> [String: (type: String, standard: String)] {
    let text = try Repository.text(schema)
    var keys: [String: (String, String)] = [:]
    for match in text.matches(of: /(?s)<key name="([^"]+)" type="([^"]+)">.*?<default>(.*?)<\/default>/) {
      keys[String(match.output.1)] = (String(match.output.2), String(match.output.3))
    }
    return keys
  }

  @Test("The schema and the typed keys name the same settings")
  func sameKeys() throws {
    var inSchema = Set(try Self.schemaKeys().keys)
    #expect(inSchema.remove("toolbar-layouts") != nil, "the bar's layouts are stored under a key of the contract")
    #expect(inSchema == Set(Preferences.keys))
  }

  @Test("The schema and the typed keys have the same standard values")
  func sameDefaults() throws {
    let keys = try Self.schemaKeys()
    func expect<Value>(_ setting: Preference<Value>, _ type: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(keys[setting.key]?.type == type, "\(setting.key)", sourceLocation: sourceLocation)
      #expect(keys[setting.key]?.standard == text, "\(setting.key)", sourceLocation: sourceLocation)
    }
    expect(Preferences.textSize, "i", "\(Preferences.textSize.standard)")
    expect(Preferences.viewMode, "s", "'\(Preferences.viewMode.standard)'")
    expect(Preferences.syncScroll, "b", "\(Preferences.syncScroll.standard)")
    expect(Preferences.styleVariant, "s", "'\(Preferences.styleVariant.standard)'")
    expect(Preferences.defaultFolder, "s", "'\(Preferences.defaultFolder.standard)'")
    expect(Preferences.browserView, "s", "'\(Preferences.browserView.standard)'")
    expect(Preferences.browserOrder, "s", "'\(Preferences.browserOrder.standard)'")
    expect(Preferences.menuBar, "b", "\(Preferences.menuBar.standard)")
    expect(Preferences.editorFont, "s", "''")
    expect(Preferences.lineWidth, "i", "\(Preferences.lineWidth.standard)")
    expect(Preferences.lineNumbers, "b", "\(Preferences.lineNumbers.standard)")
    expect(Preferences.tabWidth, "i", "\(Preferences.tabWidth.standard)")
    expect(Preferences.tabsAreSpaces, "b", "\(Preferences.tabsAreSpaces.standard)")
    expect(Preferences.editorConfig, "b", "\(Preferences.editorConfig.standard)")
    expect(Preferences.findHistory, "as", "\(Preferences.findHistory.standard)")
    expect(Preferences.replaceHistory, "as", "\(Preferences.replaceHistory.standard)")
    expect(Preferences.exportPaper, "s", "'\(Preferences.exportPaper.standard)'")
    expect(Preferences.exportMargins, "s", "'\(Preferences.exportMargins.standard)'")
    expect(Preferences.exportPDFTheme, "s", "'\(Preferences.exportPDFTheme.standard)'")
    expect(Preferences.exportHTMLTheme, "s", "'\(Preferences.exportHTMLTheme.standard)'")
    expect(Preferences.exportContents, "b", "\(Preferences.exportContents.standard)")
    expect(Preferences.exportLinked, "b", "\(Preferences.exportLinked.standard)")
  }

  @Test("Every setting says for people what it is")
  func described() throws {
    let text = try Repository.text(Self.schema)
    let keys = try Self.schemaKeys().count
    #expect(text.matches(of: /<summary>[^<]+<\/summary>/).count == keys)
    #expect(text.matches(of: /<description>[^<]+<\/description>/).count == keys)
  }
}
