import Foundation
import Markdown
import TextModel

// Mutates Markdown and checks what must always hold: nothing traps, ranges nest and lie in the text, every answer of the tree can be
// asked for, safe HTML holds only allowed tags, and an incremental parse gives what a full parse gives.
//
//   markdown-fuzz SECONDS SEED [SEED-FILE…]
//
// Build it with `--sanitize address`. A finding is printed with the document that shows it; the exit status is 1.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2]) else {
  print("usage: markdown-fuzz SECONDS SEED [SEED-FILE…]")
  exit(2)
}
var corpus: [[UInt8]] = []
for path in arguments.dropFirst(3) {
  guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
  // A specification is cut into its examples, anything else into paragraphs' neighbourhoods.
  let bytes = [UInt8](data)
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + 400)
    corpus.append(Array(bytes[start..<end]))
    start += 400
  }
}
var fuzzer = Fuzzer(seed: seed, corpus: corpus)
let start = Date()
while Date().timeIntervalSince(start) < seconds {
  for _ in 0..<20 where !fuzzer.step() { exit(1) }
}
print("\(fuzzer.documents) documents, \(fuzzer.edits) edits, 0 findings")
