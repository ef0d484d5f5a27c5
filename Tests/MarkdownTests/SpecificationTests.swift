import Markdown
import Testing

/// The examples of the two specifications, through the code that preview and export use.
@Suite struct SpecificationTests {
  @Test func commonMark() throws {
    let examples = try Corpus.examples("commonmark-0.31.2.txt")
    guard !examples.isEmpty else { return }
    #expect(examples.count == 652)
    var passed = 0
    for example in examples {
      let html = MarkdownDocument(example.markdown, options: .commonMark).html([.unsafe])
      if html == example.html {
        passed += 1
      } else {
        Issue.record("\(example.number): \(example.markdown)\n--\n\(example.html)\n--\n\(html)")
      }
    }
    print("CommonMark 0.31.2: \(passed)/\(examples.count)")
  }

  /// Examples that 0.31.2 decides otherwise, with the reason.
  private static let changed: [Int: String] = [
    645: "two hyphens may stand inside a comment",
    646: "`<!-->` and `<!--->` are comments, and a comment may end in `--->`",
  ]

  @Test func gfm() throws {
    let examples = try Corpus.examples("gfm-0.29.txt").filter { $0.info != "disabled" }
    guard !examples.isEmpty else { return }
    #expect(examples.count == 671)
    var passed = 0
    for example in examples {
      var options = MarkdownOptions.commonMark
      var html: HTMLOptions = [.unsafe]
      switch example.info {
      case "table": options.insert(.tables)
      case "strikethrough": options.insert(.strikethrough)
      case "autolink": options.insert(.autolinks)
      case "tagfilter": html.insert(.tagFilter)
      default: break
      }
      let result = MarkdownDocument(example.markdown, options: options).html(html)
      if result == example.html {
        passed += 1
      } else if SpecificationTests.changed[example.number] == nil {
        Issue.record("\(example.number): \(example.markdown)\n--\n\(example.html)\n--\n\(result)")
      }
    }
    print("GFM 0.29: \(passed)/\(examples.count), \(SpecificationTests.changed.count) changed by CommonMark 0.31.2")
  }
}
