import Foundation
import Markdown
import TextModel

// Mutates Markdown and checks what must always hold: nothing traps, ranges nest and lie in the text, every answer of the tree can be
// asked for, safe HTML holds only allowed tags, and an incremental parse gives what a full parse gives, node for node.
//
//   markdown-fuzz SECONDS SEED [SEED-FILE…]         for some time; build it with `--sanitize address`
//   markdown-fuzz edits=COUNT SEED [SEED-FILE…]     until so many random edits were made; in CI, built for release
//
// A finding is printed with the document that shows it; the exit status is 1.

let arguments = CommandLine.arguments
var edits: Int?
var seconds = Double.infinity
if arguments.count >= 3 {
  if arguments[1].hasPrefix("edits=") { edits = Int(arguments[1].dropFirst(6)) } else { seconds = Double(arguments[1]) ?? .nan }
}
guard arguments.count >= 3, edits != nil || seconds.isFinite, let seed = UInt64(arguments[2]) else {
  print("usage: markdown-fuzz SECONDS|edits=COUNT SEED [SEED-FILE…]")
  exit(2)
}
var corpus: [[UInt8]] = []
for path in arguments.dropFirst(3) {
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
  // Cut into neighbourhoods: a specification's examples, a document's paragraphs.
  let bytes = [UInt8](data)
  for start in stride(from: 0, to: bytes.count, by: 400) { corpus.append(Array(bytes[start..<min(bytes.count, start + 400)])) }
}
var fuzzer = Fuzzer(seed: seed, corpus: corpus)
let start = Date()
while fuzzer.edits < edits ?? .max, Date().timeIntervalSince(start) < seconds {
  for _ in 0..<20 where !fuzzer.step() { exit(1) }
}
print("\(fuzzer.documents) documents, \(fuzzer.edits) edits, 0 findings in \(Int(Date().timeIntervalSince(start))) s")
