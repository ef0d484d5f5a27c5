import Testing

@Suite("Translations")
struct TranslationTests {
  @Test("POTFILES.in and the template are up to date, tr() holds plain literals only, and German is complete")
  func checked() throws {
    let result = try Repository.run("scripts/translations", "check")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("The pseudo-locale compiles")
  func pseudo() throws {
    let result = try Repository.run("bash", "-c", "scripts/translations pseudo | msgfmt --check-format -o /dev/null -")
    #expect(result.status == 0, "\(result.output)")
  }
}
