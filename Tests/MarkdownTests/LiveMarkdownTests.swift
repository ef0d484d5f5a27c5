import Glibc
import Markdown
import Testing
import TextModel

@Suite struct LiveMarkdownTests {
  /// Whatever comes between an edit and its work, in the end the tree is that of a full parse, with the identities that were reported.
  @Test(arguments: 0..<12) func everythingSettles(_ seed: Int) {
    var random = RandomMarkdown(seed: UInt64(seed + 50))
    for _ in 0..<10 {
      var live = LiveMarkdown(MarkdownDocument(random.text(pieces: 120)), limit: 40)
      var known = identities(live.document)
      var work: LiveMarkdown.Work?
      var waits = 0
      for _ in 0..<60 {
        let one = live.document.text.boundary(
          atOrBefore: TextOffset(Int.random(in: 0...live.document.text.count, using: &random.generator)))
        let length = Int.random(in: 0...12, using: &random.generator)
        let other = live.document.text.boundary(atOrBefore: min(one + length, live.document.text.end))
        let range = TextRange(one, max(one, other))
        let new = random.text(pieces: Int.random(in: 0...2, using: &random.generator))
        let text = live.document.text.replacing(range, with: new)
        let changes = live.edit(to: text, replacing: range, count: new.utf8.count)
        #expect(live.document.text == text)
        known.subtract(changes.removed)
        known.formUnion(changes.inserted)
        if work == nil { work = live.takeWork() }
        #expect(live.isSettled == (work == nil))
        if !live.isSettled { waits += 1 }
        if let job = work, Int.random(in: 0..<3, using: &random.generator) == 0 {
          settle(&live, job, &known)
          work = live.takeWork()
        }
        if live.isSettled { check(live, known) }
      }
      while let job = work ?? live.takeWork() {
        settle(&live, job, &known)
        work = nil
      }
      #expect(waits > 5)
      check(live, known)
    }
  }

  private func settle(_ live: inout LiveMarkdown, _ work: LiveMarkdown.Work, _ known: inout Set<BlockID>) {
    guard let changes = live.take(work.done()) else {
      Issue.record("work was refused")
      return
    }
    #expect(changes.newRange.upper <= live.document.text.end)
    known.subtract(changes.removed)
    known.formUnion(changes.inserted)
  }

  private func check(_ live: LiveMarkdown, _ known: Set<BlockID>) {
    #expect(live.isSettled)
    #expect(dump(live.document) == dump(MarkdownDocument(live.document.text)))
    #expect(known == identities(live.document))
  }

  private func identities(_ document: MarkdownDocument) -> Set<BlockID> {
    var found: Set<BlockID> = []
    var stack = Array(document.blocks)
    while let node = stack.popLast() {
      found.insert(node.id!)
      if node.kind.isContainer { stack += Array(node.children) }
    }
    return found
  }

  @Test func workForAnotherDocumentIsRefused() {
    var one = LiveMarkdown(MarkdownDocument("a\n\nb\n\nc\n"), ticket: 1, limit: 0)
    let text = one.document.text.replacing(TextRange(at: .zero), with: "```\n")
    _ = one.edit(to: text, replacing: TextRange(at: .zero), count: 4)
    let result = one.takeWork()!.done()
    var other = LiveMarkdown(MarkdownDocument("x"), ticket: 2, limit: 0)
    #expect(other.take(result) == nil)
    #expect(other.document.text.string == "x")
    #expect(one.take(result) != nil)
    #expect(one.isSettled)
    #expect(one.take(result) == nil)
  }

  /// A fence over the whole of a long text waits; letters typed meanwhile, far away and inside, are in the tree that comes of it.
  @Test func whatIsTypedMeanwhileIsKept() {
    let paragraph = "Some *words* here.\n\n"
    var live = LiveMarkdown(MarkdownDocument(String(repeating: paragraph, count: 6000)))
    func type(_ new: String, at place: Int) {
      let range = TextRange(at: TextOffset(place))
      _ = live.edit(to: live.document.text.replacing(range, with: new), replacing: range, count: new.utf8.count)
    }
    type("```\n", at: 0)
    #expect(!live.isSettled)
    let work = live.takeWork()!
    type("x", at: 4 + paragraph.utf8.count * 3000)
    type("y", at: 4)
    let changes = live.take(work.done())!
    while let more = live.takeWork() { _ = live.take(more.done()) }
    #expect(changes.newRange.upper == live.document.text.end)
    #expect(dump(live.document) == dump(MarkdownDocument(live.document.text)))
    #expect(live.document.root.firstChild?.kind == .codeBlock)
    type("\n", at: 4)
    #expect(live.isSettled)
  }

  /// What reaches far is given up before it is parsed: a letter in a paragraph of many lines, one that makes it a table or ends it.
  @Test func whatIsLongIsNotBegun() {
    let lines = String(repeating: "| some *words* | and `more` |\n", count: 40_000)
    let document = MarkdownDocument("# A\n\n" + lines)
    for (place, new) in [(20, "x"), (5, "|-|-|\n"), (35, "|-|-|\n"), (document.text.count / 2, "\n\n")] {
      let range = TextRange(at: document.text.lines.start(ofLine: document.text.lines.line(at: TextOffset(place))))
      let text = document.text.replacing(range, with: new)
      // What a single run takes depends on who else uses the machine.
      let isMuchQuicker = (0..<3).contains { _ in
        let whole = threadSeconds { _ = document.updating(to: text, replacing: range, count: new.utf8.count) }
        let given = threadSeconds {
          #expect(document.updating(to: text, replacing: range, count: new.utf8.count, within: LiveMarkdown.bound) == nil)
        }
        return given * 5 < whole
      }
      #expect(isMuchQuicker)
    }
  }

  private func threadSeconds(_ body: () -> Void) -> Double {
    var before = timespec()
    var after = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
    body()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
    return Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
  }
}
