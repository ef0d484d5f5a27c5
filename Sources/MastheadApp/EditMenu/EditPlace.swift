// Owns: what is known of the place that an edit menu opens for.

import GLibKit
import Markdown
import TextModel

/// A place in a document's text, with what is there.
struct EditPlace {
  let document: MarkdownDocument
  /// The place itself: where the pointer or the caret is.
  let offset: TextOffset
  let selection: TextRange
  /// The link, image or bare address at the place.
  let link: MarkdownNode?
  /// The heading at the place.
  let heading: MarkdownNode?
  let isInTable: Bool

  /// Looks at a place. O(log n + depth).
  nonisolated init(_ document: MarkdownDocument, at offset: TextOffset, selection: TextRange) {
    self.document = document
    self.offset = offset
    self.selection = selection
    let node = document.node(at: offset)
    link = node.enclosingLink.flatMap { $0.range.upper > offset || $0.range.lower == offset ? $0 : nil }
    heading = node.enclosing(.heading)
    isInTable = node.enclosingTable != nil
  }

  /// Where the link at the place leads, as the document has it; nil without a link.
  nonisolated var address: String? { link?.link?.destination }
}

/// Adds entries of its own to the edit menu, before all others: corrections of a misspelling, for example.
@MainActor
protocol EditMenuContributor: AnyObject {
  /// The menu items for a place, a section for each group; their actions must be reachable from the text's widget. Called each time the menu
  /// opens.
  func editMenuSections(at place: EditPlace) -> [MenuItem]
}
