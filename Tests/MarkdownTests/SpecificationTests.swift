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

  /// What preview and export write for an example differs from the specification's output for the sake of safety alone: the example holds
  /// raw HTML, or an address that is not followed.
  @Test(arguments: ["commonmark-0.31.2.txt", "gfm-0.29.txt"]) func safeOutputDiffersForAReason(_ name: String) throws {
    let examples = try Corpus.examples(name).filter { $0.info != "disabled" }
    var reasons: [String: [Int]] = [:]
    for example in examples {
      let document = MarkdownDocument(example.markdown, options: name.hasPrefix("gfm") ? .gfm : .commonMark)
      guard document.html() != document.html([.unsafe]) else { continue }
      var found: Set<String> = []
      var stack = [document.root]
      while let node = stack.popLast() {
        switch node.kind {
        case .htmlBlock, .html, .commentBlock, .comment: found.insert("raw HTML")
        case .link, .autolink, .image:
          if let link = node.link, !AddressPolicy.isLinkAllowed(link.destination) { found.insert("an address that is not followed") }
          if node.kind == .image, let link = node.link, AddressPolicy.kind(of: link.destination) != .relative {
            found.insert("an image that is not beside the document")
          }
        default: break
        }
        if node.kind != .image { stack += Array(node.children) }
      }
      #expect(!found.isEmpty, "\(name) \(example.number): \(example.markdown)\n\(document.html())")
      reasons[found.sorted().joined(separator: ", "), default: []].append(example.number)
    }
    for (reason, numbers) in reasons.sorted(by: { $0.key < $1.key }) {
      print("\(name), safe output differs for \(reason): \(numbers.map(String.init).joined(separator: " "))")
    }
  }
}
