/// Switches for HTML output. Without any it is safe to show: raw HTML goes through an allow-list, addresses are checked decoded, nothing
/// loads by itself but images beside the document or inside it.
public struct HTMLOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Writes raw HTML and every address as they are, as the specifications do. For trusted text and for comparing.
  public static let unsafe = HTMLOptions(rawValue: 1 << 0)
  /// Gives headings GitHub's identifiers.
  public static let headingAnchors = HTMLOptions(rawValue: 1 << 1)
  /// GFM's tag filter (6.11) over raw HTML that is written as it is.
  public static let tagFilter = HTMLOptions(rawValue: 1 << 2)
  /// Adds `rel="nofollow noopener noreferrer"` to links that leave the document.
  public static let relations = HTMLOptions(rawValue: 1 << 3)
  /// Writes images of the web as images; without it a link stands in for each.
  public static let remoteImages = HTMLOptions(rawValue: 1 << 4)
}

/// A stretch of code in HTML that has a class of its own.
public struct HTMLCodeSpan: Equatable, Sendable {
  /// Bytes of the code.
  public var range: Range<Int>
  public var className: String

  public init(_ range: Range<Int>, _ className: String) {
    self.range = range
    self.className = className
  }
}

/// Answers what HTML asks for while it is written.
public struct HTMLSources {
  /// Gives the address to write for an image's decoded one, as a `data:` address where images are embedded; nil where the image may
  /// not load. Without it the options decide.
  public var images: ((String) -> String?)?
  /// Gives the spans of a piece of code of a language, in order and without overlaps.
  public var code: ((_ code: String, _ language: String) -> [HTMLCodeSpan])?

  public init(images: ((String) -> String?)? = nil, code: ((_ code: String, _ language: String) -> [HTMLCodeSpan])? = nil) {
    self.images = images
    self.code = code
  }
}

extension MarkdownDocument {
  /// Renders the document as an HTML fragment, in the form of the specifications' examples. O(n).
  public func html(_ options: HTMLOptions = [], _ sources: HTMLSources = HTMLSources()) -> String {
    String(decoding: htmlBytes(options, sources), as: UTF8.self)
  }

  /// Renders the document as an HTML fragment in UTF-8. O(n).
  public func htmlBytes(_ options: HTMLOptions = [], _ sources: HTMLSources = HTMLSources()) -> [UInt8] {
    text.withContiguousUTF8 { bytes in
      let none: [UInt8] = [0]
      return none.withUnsafeBufferPointer { empty in
        // Written where it will be, as long as it is no longer than most are.
        var longer: [UInt8]?
        let result = [UInt8](unsafeUninitializedCapacity: text.count + text.count / 4 + 64) { target, count in
          var renderer = HTMLRenderer(self, bytes.baseAddress ?? empty.baseAddress!, options, sources, to: HTMLBuffer(lent: target))
          defer { renderer.out.keep() }
          renderer.render()
          count = renderer.out.lentCount ?? 0
          if renderer.out.lentCount == nil { longer = renderer.out.bytes }
        }
        return longer ?? result
      }
    }
  }

  /// Renders the document as `htmlBytes` does, and hands the bytes on in pieces that end with a character: what is written is never
  /// held as a whole. O(n).
  public func writeHTML(_ options: HTMLOptions = [], _ sources: HTMLSources = HTMLSources(), to sink: @escaping (ArraySlice<UInt8>) -> Void)
  {
    text.withContiguousUTF8 { bytes in
      let none: [UInt8] = [0]
      none.withUnsafeBufferPointer { empty in
        var renderer = HTMLRenderer(self, bytes.baseAddress ?? empty.baseAddress!, options, sources, to: HTMLBuffer(sink: sink))
        defer { renderer.out.keep() }
        renderer.render()
        renderer.out.handOn(all: true)
      }
    }
  }
}
