import Expressions
import Testing
import TextModel

/// What a query finds, as texts.
func found(
  _ query: SearchQuery, in text: String, scope: Range<Int>? = nil, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> [String] {
  let text = ChunkedText(text)
  let search = TextSearch(try Expression(query), in: text, scope: scope.map { TextRange($0) })
  let result = await search.all()
  #expect(result.isComplete, sourceLocation: sourceLocation)
  return result.matches.map { text.string(in: $0) }
}

/// Where a query matches.
func places(_ query: SearchQuery, in text: String) async throws -> [Range<Int>] {
  await TextSearch(try Expression(query), in: ChunkedText(text)).all().matches.map(\.bytes)
}

@Suite("Searching words") struct WordSearchTests {
  @Test func capitalsDoNotMatterUnlessAskedFor() async throws {
    #expect(try await found(SearchQuery("straße"), in: "Straße STRASSE strasse STRAßE") == ["Straße", "STRAßE"])
    #expect(try await found(SearchQuery("ÄRGER"), in: "ärger Ärger").count == 2)
    #expect(try await found(SearchQuery("Ärger", matchesCase: true), in: "ärger Ärger") == ["Ärger"])
    #expect(try await found(SearchQuery("σ"), in: "ΣΊΣΥΦΟΣ ς").count == 4)
  }

  @Test func wholeWordsStandAlone() async throws {
    #expect(try await places(SearchQuery("an", wholeWords: true), in: "an and pan an, än-an_") == [0..<2, 11..<13])
    #expect(try await found(SearchQuery("C++", wholeWords: true), in: "C++ xC++ C++x").count == 1)
    #expect(try await places(SearchQuery("é", wholeWords: true), in: "été é") == [6..<8])
  }

  @Test(arguments: [".*", "a.b", "(x", "[", "\\n", "a|b", "$1", "^", "#", " x ", "–„“", "👩‍👩‍👧", "a\tb", "{2}"])
  func everyCharacterMeansItself(words: String) async throws {
    #expect(try await found(SearchQuery(words, matchesCase: true), in: "axb () ab q" + words + "r xx") == [words])
  }

  @Test func aLineEndMatchesEveryKind() async throws {
    #expect(try await found(SearchQuery("a\nb"), in: "a\nb a\r\nb a\rb a b") == ["a\nb", "a\r\nb", "a\rb"])
    #expect(try await found(SearchQuery("a\r\nb"), in: "a\nb a\r\nb") == ["a\nb", "a\r\nb"])
  }

  @Test func nothingIsFoundInNothing() async throws {
    #expect(try await found(SearchQuery("x"), in: "") == [])
    #expect(try await found(SearchQuery("^", isExpression: true), in: "") == [""])
  }

  @Test func aScopeBoundsTheMatchesAndNotWhatTheySee() async throws {
    #expect(try await found(SearchQuery("ab"), in: "ab ab ab", scope: 1..<7) == ["ab"])
    // What looks around sees the text outside.
    #expect(try await found(SearchQuery("ab", wholeWords: true), in: "xab abx ab", scope: 1..<10) == ["ab"])
    #expect(try await found(SearchQuery("^a", isExpression: true), in: "aaa", scope: 1..<3) == [])
    #expect(try await found(SearchQuery("a+|b", isExpression: true), in: "aaab", scope: 0..<2) == [])
    #expect(try await found(SearchQuery("é.|é", isExpression: true), in: "éa é", scope: 0..<2) == [])
  }

  @Test func theFirstFromAPlace() async throws {
    let search = TextSearch(try Expression(SearchQuery("b")), in: "abab")
    #expect(await search.first(from: TextOffset(2))?.bytes == 3..<4)
    #expect(await search.first(from: TextOffset(4)) == nil)
  }
}

@Suite("Regular expressions") struct ExpressionTests {
  private func expression(_ pattern: String) -> SearchQuery { SearchQuery(pattern, matchesCase: true, isExpression: true) }

  @Test func emptyMatchesComeOnce() async throws {
    #expect(try await places(expression("x*"), in: "axb") == [0..<0, 1..<2, 2..<2, 3..<3])
    #expect(try await places(expression("^"), in: "a\n\nb\r\nc\rd") == [0..<0, 2..<2, 3..<3, 6..<6, 8..<8])
    #expect(try await places(expression("$"), in: "a\r\nb") == [1..<1, 4..<4])
    #expect(try await places(expression("(?=é)|é"), in: "éé") == [0..<0, 0..<2, 2..<2, 2..<4])
    #expect(try await places(expression(""), in: "é") == [0..<0, 2..<2])
  }

  @Test func linesAreLinesWhateverEndsThem() async throws {
    #expect(try await found(expression("^b.*$"), in: "a\rbc\r\nbd\nb") == ["bc", "bd", "b"])
    #expect(try await found(expression("a\\nb|a\\r\\nb"), in: "a\nb a\r\nb").count == 2)
    #expect(try await found(expression("a\\Rb"), in: "a\nb a\r\nb a\rb").count == 3)
    #expect(try await found(expression("(?s)a.*z"), in: "a\n1\nz") == ["a\n1\nz"])
  }

  @Test func lettersAreLettersOfEveryScript() async throws {
    #expect(try await found(expression("\\w+"), in: "naïve Ωμέγα, 日本") == ["naïve", "Ωμέγα", "日本"])
    #expect(try await found(SearchQuery("\\w+é", wholeWords: true, isExpression: true), in: "cafés café") == ["café"])
  }

  @Test(
    arguments: [
      ("(", .missingParenthesis), ("a)", .unmatchedParenthesis), ("[ab", .missingBracket), ("[z-a]", .rangeOutOfOrder),
      ("*a", .nothingToRepeat), ("a\\", .backslashAtEnd), ("a{2,1}", .numbersOutOfOrder), ("a{99999}", .numberTooBig),
      ("(?<=a*)b", .lookbehindTooLong), ("(a)\\2", .noSuchGroup), ("(?<n>a)(?<n>b)", .twoGroupsOfOneName),
      ("\\C", .other("using \\C is disabled by the application")),
    ] as [(String, ExpressionFlaw)])
  func aBadOneSaysWhy(pattern: String, flaw: ExpressionFlaw) {
    do throws(SearchFailure) {
      _ = try Expression(expression(pattern))
      Issue.record("\(pattern) was taken")
    } catch {
      guard case .badExpression(let found, let offset) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found == flaw)
      // Where exactly differs between versions of the library.
      #expect((0...pattern.utf8.count).contains(offset))
    }
  }

  /// Unbounded each of them takes years. How long it waits for its turn among all other tests is not asked here.
  @Test(
    .timeLimit(.minutes(10)), arguments: ["(a+)+$", "(a|aa)+$", "(.*)*x", "(a*)*b\\1", "(?:a?){30}a{30}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
  func oneThatExplodesIsBounded(pattern: String) async throws {
    let text = ChunkedText(String(repeating: "a", count: 30_000) + "!")
    var search = TextSearch(try Expression(expression(pattern)), in: text)
    search.longest = .seconds(2)
    let result = await search.all()
    // It may have found nothing in time, or have nothing to find.
    if case .badExpression = result.failure { Issue.record("\(result.failure!)") }
  }

  @Test func oneThatExplodesCanBeCancelled() async throws {
    let text = ChunkedText(String(repeating: "aaaaaaaaaaaaaaaaaab ", count: 50_000))
    let search = TextSearch(try Expression(expression("(a|aa)+c")), in: text)
    let task = Task.detached { await search.all() }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    let began = ContinuousClock.now
    _ = await task.value
    #expect(began.duration(to: .now) < .seconds(3))
  }

  @Test func nestingThatIsTooDeepIsBad() {
    #expect(throws: SearchFailure.self) {
      try Expression(expression(String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)))
    }
  }

  @Test func groupsHaveNumbersAndNames() throws {
    let matcher = try Expression(expression("(?<year>\\d+)-(\\d+)"))
    #expect(matcher.groupCount == 3)
    #expect(matcher.groupNames == ["year": 1])
  }
}

@Suite("Replacing") struct ReplacingTests {
  private func replace(
    _ query: SearchQuery, by template: String, preservesCase: Bool = false, in source: String, scope: Range<Int>? = nil
  ) async throws -> (text: String, count: Int) {
    let text = ChunkedText(source)
    let matcher = try Expression(query)
    let template =
      query.isExpression
      ? ReplacementTemplate(template, for: matcher, lineEnd: "\r\n", preservesCase: preservesCase)
      : ReplacementTemplate(literal: template, preservesCase: preservesCase)
    let search = TextSearch(matcher, in: text, scope: scope.map { TextRange($0) })
    let (plan, count) = try await search.replacingAll(by: template)!
    return (plan.applied(to: text).string, count)
  }

  @Test func groupsAreTakenOver() async throws {
    let query = SearchQuery("(?<first>\\w+) (\\w+)", isExpression: true)
    #expect(try await replace(query, by: "${2}, ${first}\\t$1$0$$\\n", in: "ab cd").text == "cd, ab\tabab cd$\r\n")
    #expect(try await replace(query, by: "$3 ${no} $ \\q \\\\ $21", in: "ab cd").text == "$3 ${no} $ \\q \\ cd1")
    #expect(try await replace(SearchQuery("(a)|b", isExpression: true), by: "<$1>", in: "ab").text == "<a><>")
  }

  @Test func wordsAreReplacedByJustWhatWasTyped() async throws {
    #expect(try await replace(SearchQuery("a"), by: "$0\\n", in: "xa").text == "x$0\\n")
  }

  @Test func whatIsPutInIsNotSearched() async throws {
    let all = try await replace(SearchQuery("a"), by: "aa", in: "aba")
    #expect(all.text == "aabaa")
    #expect(all.count == 2)
  }

  @Test func emptyMatchesArePlacesToPutIn() async throws {
    #expect(try await replace(SearchQuery("^", isExpression: true), by: "> ", in: "a\n\nb").text == "> a\n> \n> b")
    #expect(try await replace(SearchQuery("x*", isExpression: true), by: "-", in: "axb").text == "-a--b-")
  }

  @Test func capitalsFollowTheMatch() async throws {
    let all = try await replace(SearchQuery("colour"), by: "color", preservesCase: true, in: "colour Colour COLOUR cOlour")
    #expect(all.text == "color Color COLOR color")
    #expect(try await replace(SearchQuery("a"), by: "an", preservesCase: true, in: "A a").text == "An an")
    #expect(try await replace(SearchQuery("1"), by: "One", preservesCase: true, in: "1").text == "One")
  }

  @Test func whatStaysTheSameIsCountedAndLeft() async throws {
    let text: ChunkedText = "aA"
    let (plan, count) = try await TextSearch(try Expression(SearchQuery("a")), in: text).replacingAll(
      by: ReplacementTemplate(literal: "a"))!
    #expect(count == 2)
    #expect(plan.replacements.map(\.range.bytes) == [1..<2])
  }

  @Test func onlyInTheScope() async throws {
    #expect(try await replace(SearchQuery("a"), by: "b", in: "aaaa", scope: 1..<3).text == "abba")
  }

  @Test func theReplacementOfOneMatch() async throws {
    let matcher = try Expression(SearchQuery("(\\w)(\\w)", isExpression: true))
    let search = TextSearch(matcher, in: "ab cd")
    let template = ReplacementTemplate("$2$1", for: matcher)
    #expect(await search.replacement(of: TextRange(3..<5), by: template) == "dc")
    #expect(await search.replacement(of: TextRange(0..<1), by: template) == nil)
  }

  @Test func aReplacementThatCannotBeThoughtOutChangesNothing() async throws {
    let text = ChunkedText("ok " + String(repeating: "a", count: 5_000) + "!")
    let search = TextSearch(try Expression(SearchQuery("(a|aa)+$|ok", isExpression: true)), in: text)
    await #expect(throws: SearchFailure.self) { try await search.replacingAll(by: ReplacementTemplate(literal: "x")) }
  }
}

@Suite("Many matches", .serialized) struct ManyMatchesTests {
  static let text = ChunkedText(String(repeating: "The quick brown Fox jumps over the lazy dog. And more.\n", count: 100_000))

  @Test func aHundredThousand() async throws {
    var search = TextSearch(try Expression(SearchQuery("fox")), in: Self.text)
    // Other tests may keep all threads busy meanwhile.
    search.longest = .seconds(300)
    let began = ContinuousClock.now
    let result = await search.all()
    let took = began.duration(to: .now)
    print("100,000 matches in \(Self.text.count) bytes: \(took)")
    #expect(result.matches.count == 100_000)
    let template = ReplacementTemplate(literal: "wolf", preservesCase: true)
    let start = ContinuousClock.now
    let all = try await search.replacingAll(by: template)!
    print("thought out in \(start.duration(to: .now))")
    #expect(all.count == 100_000)
  }

  @Test func moreThanAreKept() async throws {
    let result = await TextSearch(try Expression(SearchQuery("o")), in: Self.text).all(most: 1000)
    #expect(result.matches.count == 1000)
    #expect(!result.isComplete)
  }
}
