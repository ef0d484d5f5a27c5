import GLibKit
import GtkKit
import Markdown
import XCTest

@testable import PreviewKit
@testable import Typesetting

/// Opens a window with a preview of a text.
@MainActor func openPreview(_ text: String, folder: String? = nil, width: Int = 600) -> (Window, PreviewView) {
  MainLoop.installMainActor()
  let window = Window()
  let preview = PreviewView()
  preview.folder = folder
  window.defaultSize = (width, 500)
  window.setContent(preview.widget)
  preview.show(MarkdownDocument(text))
  window.present()
  XCTAssertTrue(MainLoop.turn(until: { preview.galley.strips.count > 0 }, seconds: 5))
  settlePreview(preview)
  return (window, preview)
}

/// Lets frames pass.
@MainActor func settlePreview(_ preview: PreviewView, seconds: Double = 0.08) { _ = MainLoop.turn(until: { false }, seconds: seconds) }
