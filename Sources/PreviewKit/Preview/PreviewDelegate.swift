/// Does what a preview cannot do by itself. Nothing in a document acts without it.
public protocol PreviewDelegate: AnyObject {
  /// A link was clicked. Headings of the same document were scrolled to already and are not reported.
  func preview(_ preview: PreviewView, follow target: LinkTarget, address: String)
  /// A picture that is shown, of the document's folder or below, is to be opened by the system; the path is absolute.
  func preview(_ preview: PreviewView, openPicture path: String)
  /// A task's box was clicked: the byte between its brackets is to become an `x` or a blank.
  func preview(_ preview: PreviewView, toggleTaskAt offset: Int)
  /// A double click asks for the source of a place.
  func preview(_ preview: PreviewView, showSourceAt offset: Int)
  /// The reader scrolled, or what is read has another place in the view since pictures have come; what the program scrolled may be reported, too.
  func previewDidScroll(_ preview: PreviewView)
}
