import Testing

@testable import Typesetting

@Suite("A reader's theme") struct ThemeFileTests {
  private func read(_ text: String) -> ThemeFile { ThemeFile(Array(text.utf8)) }

  @Test func buildsOnAnotherTheme() {
    let theme = read(
      "# mine\n[Theme]\nlink = #f00\nbase = dark\ntext-family = Serif\nline-height = 1.8\ncode-keyword=#123456\nalert-tip=#00ff00\njustified=true\n"
    )
    #expect(theme.faults.isEmpty)
    #expect(theme.sheet.palette.ground == Palette.dark.ground)
    #expect(theme.sheet.palette.link == Colour(0xff0000))
    #expect(theme.sheet.palette.code[1] == Colour(0x123456))
    #expect(theme.sheet.palette.alerts[1] == Colour(0x00ff00))
    #expect(theme.sheet.textFamily == "Serif")
    #expect(theme.sheet.lineHeight == 1.8)
    #expect(theme.sheet.justified)
  }

  @Test func tellsWhatItDoesNotUnderstand() {
    let theme = read("text = red\nline-height = 99\nnonsense\nbase = purple\nfoo = #fff\nlink = #abc\n")
    #expect(theme.faults == [1, 2, 3, 4, 5])
    #expect(theme.sheet.palette.link == Colour(0xaabbcc))
    #expect(theme.sheet.palette.text == Palette.light.text)
  }
}
