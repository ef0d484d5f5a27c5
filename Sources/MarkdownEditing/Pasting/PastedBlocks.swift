import Markdown

/// Writes blocks of pasted HTML one below the other, inside the quotes and lists that are open.
struct PastedBlocks {
  enum Container {
    case quote
    /// A list item: what stands before its first line, until that is written.
    case item(marker: String, isWritten: Bool)
  }

  /// One list that is open: the number of its next item, or nil for bullets.
  private struct List {
    var next: Int?
  }

  private(set) var lines: [String] = []
  private var containers: [Container] = []
  private var lists: [List] = []
  /// Whether the last thing written was an item of the list that is open: the next one follows without a blank line.
  private var isTight = false
  /// Quotes and lists deeper than this are written as if they were here: nobody reads deeper ones, and lines must stay short.
  static let deepest = 12

  var depth: Int { containers.count }
  /// How many of the containers already had something written in them when the last block was.
  private var shared = 0

  /// Writes a block of lines.
  mutating func add(_ block: [String]) {
    guard !block.isEmpty else { return }
    let startsItem: Bool
    if case .item(_, false)? = containers.last { startsItem = true } else { startsItem = false }
    if !lines.isEmpty, !(startsItem && isTight) { lines.append(prefix(of: containers.prefix(shared), isFirst: false).trimmedEnd) }
    for (index, line) in block.enumerated() {
      lines.append((prefix(of: containers[...], isFirst: index == 0) + line).trimmedEnd)
      markWritten()
    }
    isTight = startsItem
    shared = containers.count
  }

  mutating func openQuote() {
    if depth < Self.deepest { containers.append(.quote) }
  }

  mutating func openList(from number: Int?) {
    isTight = isTight && !lists.isEmpty
    lists.append(List(next: number))
  }

  mutating func openItem() {
    guard depth < Self.deepest else { return }
    if lists.isEmpty { lists.append(List(next: nil)) }
    let marker: String
    if let number = lists[lists.count - 1].next {
      marker = "\(number). "
      lists[lists.count - 1].next = number < 999_999_999 ? number + 1 : number
    } else {
      marker = "- "
    }
    containers.append(.item(marker: marker, isWritten: false))
  }

  /// Closes what was opened last; an item in which nothing was written leaves no trace.
  mutating func closeContainer() {
    let last = containers.popLast()
    shared = min(shared, containers.count)
    if case .item? = last { isTight = true } else { isTight = false }
  }

  mutating func closeList() {
    _ = lists.popLast()
    isTight = isTight && !lists.isEmpty
  }

  private mutating func markWritten() {
    for index in containers.indices {
      if case .item(let marker, false) = containers[index] { containers[index] = .item(marker: marker, isWritten: true) }
    }
  }

  private func prefix(of containers: ArraySlice<Container>, isFirst: Bool) -> String {
    containers.reduce("") { prefix, container in
      switch container {
      case .quote: prefix + "> "
      case .item(let marker, let isWritten):
        prefix + (isFirst && !isWritten ? marker : String(repeating: " ", count: marker.utf8.count))
      }
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
