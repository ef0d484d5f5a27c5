// Owns: how the editor is set up: by the person's preferences, and by what `.editorconfig` files ask of this document.
// Rule: a file of the folder wins over a preference. The text is put in order only when a changed text is saved, as one step that can be
// undone; a text that nobody touched is never rewritten.

import Commands
import Documents
import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Keeps one editor set up.
@MainActor
final class EditorSettings {
  private let document: Document
  private let editor: EditorPane
  private let preferences: AppPreferences
  private var config = EditorConfig()
  private var configured: FilePath?
  private var connections: [SignalConnection] = []

  init(_ document: Document, _ editor: EditorPane, _ preferences: AppPreferences) {
    self.document = document
    self.editor = editor
    self.preferences = preferences
    follow(Preferences.editorFont) { $0.applyFont() }
    follow(Preferences.lineWidth) { $0.applyColumn() }
    follow(Preferences.lineNumbers) { $0.applyColumn() }
    follow(Preferences.tabWidth) { $0.applyIndent() }
    follow(Preferences.tabsAreSpaces) { $0.applyIndent() }
    follow(Preferences.editorConfig) { $0.readConfig(always: true) }
    document.onStateChange { [weak self] in self?.readConfig() }
    document.beforeSaving = { [weak self] path in await self?.putInOrder(for: path) }
    applyFont()
    applyColumn()
    applyIndent()
    readConfig()
  }

  isolated deinit { for connection in connections { connection.disconnect() } }

  private func follow<Value: VariantConvertible>(_ preference: Preference<Value>, _ apply: @escaping (EditorSettings) -> Void) {
    connections.append(preferences.onChange(of: preference) { [weak self] in if let self { apply(self) } })
  }

  // MARK: Looks

  private func applyFont() {
    let font = preferences[Preferences.editorFont]
    editor.view.font = font.isEmpty ? nil : font
  }

  private func applyColumn() {
    let width = Int(preferences[Preferences.lineWidth])
    editor.view.lineWidth = width > 0 ? width : nil
    editor.view.showsLineNumbers = preferences[Preferences.lineNumbers]
  }

  private func applyIndent() {
    let width = config.tabWidth ?? Int(preferences[Preferences.tabWidth])
    editor.view.tabWidth = width
    editor.view.tabsAreSpaces = config.indentStyle.map { $0 == .space } ?? preferences[Preferences.tabsAreSpaces]
    editor.view.indentWidth = config.indentSize
  }

  // MARK: EditorConfig

  /// Reads the files again when the document is elsewhere now.
  private func readConfig(always: Bool = false) {
    guard always || document.path != configured else { return }
    configured = document.path
    guard let path = document.path, preferences[Preferences.editorConfig] else {
      config = EditorConfig()
      return applyIndent()
    }
    Task { [weak self] in
      let found = await EditorConfig.around(path)
      guard let self, configured == path, preferences[Preferences.editorConfig] else { return }
      config = found
      applyIndent()
    }
  }

  /// Puts a changed text in order and says how a new file is to be encoded.
  private func putInOrder(for path: FilePath) async -> FileEncoding? {
    guard preferences[Preferences.editorConfig] else { return nil }
    let config = await EditorConfig.around(path)
    var tidying = Tidying()
    tidying.trimsTrailingWhitespace = config.trimsTrailingWhitespace == true
    tidying.insertsFinalNewline = config.insertsFinalNewline == true
    tidying.lineEnd = config.endOfLine
    guard tidying != Tidying(), document.isModified, !editor.view.isComposing else { return config.charset }
    let tree = await document.settledTree()
    let snapshot = document.buffer.snapshot
    // Somebody typed while this waited: the next save puts it in order.
    guard tree.text == snapshot.text else { return config.charset }
    let caret = document.buffer.selection.head
    let plan = await Task.detached(priority: .userInitiated) { tidying.plan(for: tree, caret: caret)?.merged(over: snapshot.text) }.value
    guard let plan, document.buffer.snapshot.revision == snapshot.revision else { return config.charset }
    document.buffer.apply(plan)
    return config.charset
  }
}
