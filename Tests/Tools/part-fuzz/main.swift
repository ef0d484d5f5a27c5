import Foundation

// Mutates what the parts beside the parser read, and checks what must hold: the sanitizer of HTML, the formatter of tables, the keys that go
// on with lists, the loader of files, the reader of drafts.
//
//   part-fuzz SECONDS SEED [SEED-FILE…]     so many seconds for each part; build it with `--sanitize address` for a long run
//
// A finding is printed with what shows it; the exit status is 1.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2]) else {
  print("usage: part-fuzz SECONDS SEED [SEED-FILE…]")
  exit(2)
}
var mutator = Mutator(seed: seed, corpus: arguments.dropFirst(3).compactMap { try? [UInt8](Data(contentsOf: URL(fileURLWithPath: $0))) })
let room = Room()
let parts: [(String, (inout Mutator) -> String?)] = [
  ("sanitizer", Checks.sanitizer), ("tables", Checks.tables), ("lists", Checks.lists), ("loader", { room.loader(&$0) }),
  ("drafts", { room.drafts(&$0) }),
]
for (name, check) in parts {
  let end = Date().addingTimeInterval(seconds)
  var count = 0
  while Date() < end {
    count += 1
    if let finding = check(&mutator) {
      print("\(name): \(finding)")
      room.remove()
      exit(1)
    }
  }
  print("\(name): \(count) inputs, 0 findings in \(Int(seconds)) s")
}
room.remove()
