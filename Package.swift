// swift-tools-version: 6.2
import PackageDescription

// The manifest is the map of the house: its arrows are the only arrows. `scripts/build` and `scripts/test` pass
// `--explicit-target-dependency-import-check error`, so an import that is not listed here does not build.

/// The C libraries stay inside the kits: an `import` there shows nothing to those who import the kit.
let closed: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]
let pure: [SwiftSetting] = [.swiftLanguageMode(.v6)]
/// Modules that touch widgets: everything in them is on the main actor unless it says otherwise.
let display: [SwiftSetting] = [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]

let package = Package(
  name: "masthead",
  products: [
    .executable(name: "masthead", targets: ["masthead"])
  ],
  targets: [
    // C, as Debian packages it.
    .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1", providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
    .systemLibrary(name: "CGtkSourceView", pkgConfig: "gtksourceview-5", providers: [.apt(["libgtksourceview-5-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .systemLibrary(name: "CEnchant", pkgConfig: "enchant-2", providers: [.apt(["libenchant-2-dev"])]),
    .systemLibrary(name: "CPcre", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    // Oracles, seen by MarkdownOracleTests alone: no C parser is in the product.
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark-gfm", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CMd4c", pkgConfig: "md4c-html", providers: [.apt(["libmd4c-dev", "libmd4c-html0-dev"])]),
    .target(name: "CSystem"),
    .target(name: "CGLibShim", dependencies: ["CGLib"]),
    .target(name: "CGtkShim", dependencies: ["CGtk", "CGtkSourceView"]),

    // Floor 0: pure.
    .target(name: "TextModel", swiftSettings: pure),
    .target(name: "Markdown", dependencies: ["TextModel"], swiftSettings: pure),
    .target(name: "MarkdownEditing", dependencies: ["Markdown", "TextModel"], swiftSettings: pure),
    .target(name: "Commands", dependencies: ["MarkdownEditing", "Markdown", "TextModel"], swiftSettings: pure),
    .target(name: "HeaderModel", swiftSettings: pure),
    .target(name: "Searching", dependencies: ["Markdown", "TextModel"], swiftSettings: pure),

    // Floor 1: no display.
    .target(name: "GLibKit", dependencies: ["CGLib", "CGLibShim"], swiftSettings: pure + closed),
    .target(name: "Spelling", dependencies: ["CEnchant"], swiftSettings: pure + closed),
    .target(name: "Expressions", dependencies: ["TextModel", "CPcre"], swiftSettings: pure + closed),
    .target(name: "Typesetting", dependencies: ["Markdown", "TextModel", "CGLib", "CPango", "CPixbuf"], swiftSettings: pure),

    // Floor 2.
    .target(name: "Documents", dependencies: ["GLibKit", "TextModel", "CSystem"], swiftSettings: pure),
    .target(
      name: "GtkKit", dependencies: ["GLibKit", "TextModel", "CGLib", "CGLibShim", "CGtk", "CGtkSourceView", "CGtkShim"],
      swiftSettings: display + closed),

    // Floor 3.
    .target(name: "HeaderKit", dependencies: ["HeaderModel", "GtkKit", "GLibKit"], swiftSettings: display),
    .target(
      name: "PreviewKit",
      dependencies: ["Typesetting", "Markdown", "TextModel", "GtkKit", "GLibKit", "CGtkShim", "CPango"],
      swiftSettings: display),

    // Floor 4 and 5.
    .target(
      name: "MastheadApp",
      dependencies: [
        "HeaderKit", "PreviewKit", "GtkKit", "Documents", "GLibKit", "Typesetting", "Expressions", "Spelling", "Commands",
        "MarkdownEditing",
        "Searching", "Markdown", "TextModel", "HeaderModel",
      ], swiftSettings: display),
    .executableTarget(name: "masthead", dependencies: ["MastheadApp"], swiftSettings: display),
    // Shows the bar kit alone, as another application would use it.
    .executableTarget(
      name: "HeaderGallery", dependencies: ["HeaderKit", "HeaderModel", "GtkKit", "GLibKit"], path: "Examples/HeaderGallery",
      swiftSettings: display),

    // Tests. Pure modules use Swift Testing; what touches widgets uses XCTest, whose tests run on the real main thread.
    .target(name: "RandomTexts", path: "Tests/Support/RandomTexts", swiftSettings: pure),
    .testTarget(name: "TextModelTests", dependencies: ["TextModel", "RandomTexts"], swiftSettings: pure),
    .executableTarget(
      name: "markdown-benchmark", dependencies: ["Markdown", "TextModel"], path: "Tests/Tools/markdown-benchmark", swiftSettings: pure),
    .executableTarget(
      name: "markdown-fuzz", dependencies: ["Markdown", "TextModel"], path: "Tests/Tools/markdown-fuzz", exclude: ["seeds"],
      swiftSettings: pure),
    .executableTarget(
      name: "part-fuzz", dependencies: ["MarkdownEditing", "Markdown", "Documents", "TextModel"], path: "Tests/Tools/part-fuzz",
      swiftSettings: pure),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "TextModel", "RandomTexts"], swiftSettings: pure),
    .testTarget(
      name: "MarkdownOracleTests", dependencies: ["Markdown", "TextModel", "CCMark", "CMd4c"], swiftSettings: pure),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"], swiftSettings: pure),
    .testTarget(name: "HeaderModelTests", dependencies: ["HeaderModel", "RandomTexts"], swiftSettings: pure),
    .testTarget(name: "SearchingTests", dependencies: ["Searching", "Markdown", "TextModel"], swiftSettings: pure),
    .testTarget(
      name: "MarkdownEditingTests", dependencies: ["MarkdownEditing", "Markdown", "TextModel", "RandomTexts"], swiftSettings: pure),
    .testTarget(name: "CommandsTests", dependencies: ["Commands", "MarkdownEditing", "Markdown", "TextModel"], swiftSettings: pure),
    .testTarget(name: "GLibKitTests", dependencies: ["GLibKit", "CGLib", "CGLibShim"], swiftSettings: pure),
    .testTarget(
      name: "DocumentsTests", dependencies: ["Documents", "GLibKit", "TextModel", "CSystem", "RandomTexts"], swiftSettings: pure),
    .executableTarget(
      name: "document-tool", dependencies: ["Documents", "GLibKit", "TextModel"], path: "Tests/Tools/document-tool", swiftSettings: pure),
    .testTarget(name: "ExpressionsTests", dependencies: ["Expressions", "TextModel"], swiftSettings: pure),
    .testTarget(
      name: "TypesettingTests", dependencies: ["Typesetting", "Markdown", "TextModel", "CPango", "CPixbuf", "RandomTexts"],
      swiftSettings: pure),
    .executableTarget(
      name: "galley-picture", dependencies: ["Typesetting", "Markdown", "TextModel", "CPango"], path: "Tests/Tools/galley-picture",
      swiftSettings: pure),
    .executableTarget(
      name: "galley-benchmark", dependencies: ["Typesetting", "Markdown", "TextModel", "CPango"], path: "Tests/Tools/galley-benchmark",
      swiftSettings: pure),
    .executableTarget(
      name: "paper-tool", dependencies: ["Typesetting", "Markdown", "TextModel"], path: "Tests/Tools/paper-tool", swiftSettings: pure),
    .executableTarget(
      name: "preview-window", dependencies: ["PreviewKit", "Markdown", "TextModel", "GtkKit", "GLibKit"],
      path: "Tests/Tools/preview-window",
      swiftSettings: display),
    .testTarget(
      name: "GtkKitTests", dependencies: ["GtkKit", "GLibKit", "TextModel", "CGLib", "CGtk", "RandomTexts"], swiftSettings: display),
    .testTarget(name: "HeaderKitTests", dependencies: ["HeaderKit", "HeaderModel", "GtkKit", "GLibKit"], swiftSettings: display),
    .testTarget(
      name: "PreviewKitTests", dependencies: ["PreviewKit", "Typesetting", "Markdown", "TextModel", "GtkKit", "GLibKit"],
      swiftSettings: display),
    .testTarget(
      name: "MastheadAppTests",
      dependencies: [
        "MastheadApp", "Commands", "HeaderKit", "PreviewKit", "Typesetting", "GtkKit", "Documents", "GLibKit", "TextModel", "Markdown",
      ],
      swiftSettings: display),
    .testTarget(name: "HouseTests", dependencies: ["Commands"], swiftSettings: pure),
  ]
)
