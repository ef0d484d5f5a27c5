import Testing

@Suite("GIR")
struct GIRTests {
  @Test("Calls of the libraries agree with their GIR files in version and ownership")
  func lint() throws {
    let result = try Repository.run("scripts/gir-lint")
    #expect(result.status == 0, "\(result.output)")
  }
}
