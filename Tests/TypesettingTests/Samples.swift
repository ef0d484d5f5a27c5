import Foundation
import Markdown
import TextModel

@testable import Typesetting

/// A document to set, with a name for reports.
struct Sample: CustomStringConvertible {
  let name: String
  let document: MarkdownDocument
  var description: String { name }

  init(_ name: String, _ text: String) {
    self.name = name
    document = MarkdownDocument(text)
  }

  init(_ name: String, utf8: [UInt8]) {
    self.name = name
    document = MarkdownDocument(ChunkedText(utf8: utf8))
  }

  static var isMilestone: Bool { ProcessInfo.processInfo.environment["MASTHEAD_MILESTONE"] == "1" }

  /// The real documents of the corpus, or none where they are not.
  static func real() throws -> [Sample] {
    try [
      "cli-el-80kb", "goals-tables-170kb", "manual-300kb", "primer-images-110kb", "primer-ja-140kb", "rfc-code-80kb", "changelog-1.3mb",
    ].compactMap { name in try Corpus.file("real/\(name).md").map { Sample(name, utf8: $0) } }
  }

  /// Every example of the two specifications.
  static func examples() throws -> [Sample] {
    try ["commonmark-0.31.2.txt", "gfm-0.29.txt"].flatMap { file in
      try Corpus.examples(file).map { Sample("\(file) \($0.number)", $0.markdown) }
    }
  }

  /// Random documents: half dense in marks, half structured.
  static func random(_ count: Int) -> [Sample] {
    (0..<count).map { index in
      var random = RandomMarkdown(seed: UInt64(index + 1))
      return Sample(
        "random \(index + 1)", index % 2 == 0 ? random.text(pieces: 40) : random.structured(index / 2 % 6, blocks: 12))
    }
  }

  /// A small document of every construct.
  static let everything = Sample("everything", everyConstruct)

  static let everyConstruct = """
    ---
    title: Everything
    tags: a, b
    ---

    # Heading *one* with `code`

    [[toc]]

    ## Heading two

    A paragraph with **strong**, *emphasis*, ~~struck~~, ==marked==, `code`, H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>+<kbd>C</kbd>,
    a [link](https://example.org "title"), <https://example.org>, :smile:, &copy; and a note[^first]. Another[^second] and again[^first].\\
    After a hard break.

    > A quote
    >
    > > in a quote[^inner]

    [^inner]: Inside.

    - item
      - nested
        1. deeper
    - [ ] open
    - [x] done

    9. nine
    10. ten

       with a second paragraph

    > [!WARNING]
    > Take care.

    ```swift
    let answer = 42 // the answer
    print("hello, world")
    ```

        indented

    | left | centre | right |
    |:-----|:------:|------:|
    | a | b | c |
    | longer text in a cell | **x** | 1 |

    ![a picture](missing.png)

    <div align="center"><b>HTML</b> &amp; <unknown>more</unknown></div>

    <table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d<br>e</td></tr></table>

    ***

    $$
    e = mc^2
    $$

    نص عربي مع English بداخله

    漢字とかな混じりの文章。

    [^first]: The first note, with `code`.

        And a second paragraph.
    [^second]: The second note.
    """
}
