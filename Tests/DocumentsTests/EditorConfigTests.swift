import Glibc
import Testing
import TextModel

@testable import Documents

@Suite("EditorConfig") struct EditorConfigTests {
  @Test(arguments: [
    ("*.md", "a.md", true), ("*.md", "deep/er/a.md", true), ("*.md", "a.markdown", false), ("*", "anything/at/all", true),
    ("docs/*.md", "docs/a.md", true), ("docs/*.md", "docs/x/a.md", false), ("docs/**.md", "docs/x/a.md", true),
    ("/a.md", "a.md", true), ("/a.md", "x/a.md", false), ("docs/*.md", "x/docs/a.md", false), ("**/a.md", "a.md", true),
    ("**/a.md", "x/ya.md", false), ("a?.md", "ab.md", true), ("a?.md", "a/.md", false), ("[ab].md", "b.md", true),
    ("[!ab].md", "b.md", false), ("[!ab].md", "c.md", true), ("[a-c].md", "b.md", true), ("[a", "[a", true), ("[]", "[]", true),
    ("*.{md,txt}", "x.txt", true), ("*.{md,txt}", "x.html", false), ("{a,b{1,2}}.md", "b2.md", true), ("{a,b{1,2}}.md", "b.md", false),
    ("*.{md}", "x.{md}", true), ("*.{md}", "x.md", false), ("{1..12}.md", "7.md", true), ("{1..12}.md", "13.md", false),
    ("{1..12}.md", "07.md", false), ("{-2..2}.md", "-1.md", true), ("\\*.md", "*.md", true), ("\\*.md", "a.md", false),
    ("é*.md", "éa.md", true), ("", "a", false), ("{", "{", true), ("{,x}a", "a", true),
  ])
  func patterns(pattern: String, path: String, fits: Bool) {
    #expect(EditorConfigPattern(pattern).matches(path) == fits)
  }

  @Test func noPatternTakesLong() {
    let pattern = EditorConfigPattern(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
    let braces = EditorConfigPattern(String(repeating: "{a,b}", count: 64))
    #expect(braces.ways.count <= EditorConfigPattern.most)
  }

  @Test func filesAreRead() {
    let file = EditorConfigFile(
      """
      \u{FEFF}; a remark
      root = TRUE
      [*]
      Indent_Style = Tab ; remark
      charset: utf-8-bom
      nonsense
      [*.md]
      indent_style = space
      indent_size=3
      end_of_line = CRLF
      trim_trailing_whitespace = true
      [broken
      insert_final_newline = maybe
      """)
    #expect(file.isRoot)
    let config = EditorConfig(properties: file.properties(of: "x/a.md"))
    #expect(config.indentStyle == .space)
    #expect(config.indentSize == 3)
    #expect(config.tabWidth == 3)
    #expect(config.endOfLine == .crlf)
    #expect(config.charset == FileEncoding(.utf8, hasMark: true))
    #expect(config.trimsTrailingWhitespace == true)
    #expect(config.insertsFinalNewline == nil)
    #expect(EditorConfig(properties: file.properties(of: "a.txt")).indentStyle == .tab)
  }

  @Test func tabsAndUnset() {
    #expect(EditorConfig(properties: [("indent_style", "tab"), ("tab_width", "8")]).indentSize == 8)
    #expect(EditorConfig(properties: [("indent_size", "tab"), ("tab_width", "2")]).indentSize == 2)
    #expect(EditorConfig(properties: [("indent_size", "4"), ("indent_size", "unset")]) == EditorConfig())
    #expect(EditorConfig(properties: [("indent_size", "-4"), ("tab_width", "900"), ("charset", "klingon")]) == EditorConfig())
  }

  @Test func nearerFilesWinUpToTheRoot() throws {
    let folder = TemporaryFolder()
    mkdir(folder.file("a").description, 0o755)
    mkdir(folder.file("a/b").description, 0o755)
    folder.write("root = true\n[*]\nindent_size = 2\ntab_width = 8\n", ".editorconfig")
    folder.write("[b/*.md]\nindent_size = 4\n", "a/.editorconfig")
    #expect(EditorConfig(for: folder.file("a/b/x.md")).indentSize == 4)
    #expect(EditorConfig(for: folder.file("a/b/x.md")).tabWidth == 8)
    #expect(EditorConfig(for: folder.file("a/b/x.txt")).indentSize == 2)
    folder.write("root=true\n", "a/.editorconfig")
    #expect(EditorConfig(for: folder.file("a/b/x.txt")) == EditorConfig())
  }

  @Test func whatIsNoFileSaysNothing() {
    let folder = TemporaryFolder()
    mkfifo(folder.file(".editorconfig").description, 0o644)
    mkdir(folder.file("a").description, 0o755)
    mkdir(folder.file("a/.editorconfig").description, 0o755)
    #expect(EditorConfig(for: folder.file("a/x.md")) == EditorConfig())
  }
}
