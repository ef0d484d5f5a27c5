import Foundation
import Markdown
import TextModel

// Measures the engine: full parse and HTML, edits by class, memory of the tree, the pathological shapes.
//
//   markdown-benchmark parse FILE…          parse and HTML of files, best of several runs
//   markdown-benchmark edits FILE [PART]    latency of single edits, by class; only the classes whose names hold PART
//   markdown-benchmark render MODE          standard input to HTML; MODE is commonmark, gfm or safe
//   markdown-benchmark shapes FOLDER…       every file of a folder: what is slow by byte
//   markdown-benchmark memory FILE          what is held after each step from file to page

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "parse":
  for path in arguments.dropFirst() { try measureParse(path) }
case "edits":
  if arguments.count > 1 { try measureEdits(arguments[1], part: arguments.dropFirst(2).first ?? "") }
case "shapes":
  for path in arguments.dropFirst() { try measureShapes(path, isVerbose: false) }
case "memory":
  for path in arguments.dropFirst() { try measureMemory(path) }
case "render":
  renderStream(arguments.dropFirst().first ?? "safe")
default:
  print("usage: markdown-benchmark parse|memory FILE… | edits FILE [PART] | shapes FOLDER… | render MODE")
  exit(2)
}
