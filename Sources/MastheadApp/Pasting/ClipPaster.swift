// Owns: what happens when something is pasted into the text or dropped on it: addresses become links, HTML becomes Markdown, pictures and
// files go to the folder `assets` beside the document.
// Rule: the text is asked for only when everything has been read: it may have changed meanwhile. Files of others are read, never moved or
// removed. One paste after the other.

import Documents
import GLibKit
import GtkKit
import MarkdownEditing
import TextModel

/// Pastes and takes drops.
final class ClipPaster {
  private let document: Document
  private let view: SourceView
  /// Saves a document that has no folder yet, asking where; says whether it has one now.
  private let save: () async -> Bool
  private let open: ([File]) -> Void
  private let tell: (String) -> Void
  private var last: Task<Void, Never>?

  init(
    _ document: Document, _ view: SourceView, save: @escaping () async -> Bool, open: @escaping ([File]) -> Void,
    tell: @escaping (String) -> Void
  ) {
    self.document = document
    self.view = view
    self.save = save
    self.open = open
    self.tell = tell
    view.onPaste { [weak self] in self?.paste() }
  }

  /// Pastes what is on the clipboard in the form that says most.
  func paste() { queue { await $0.pasteNow() } }

  /// Pastes the clipboard's text as it is.
  func pastePlain() { queue { if let text = await Clipboard.text() { await $0.put(text) } } }

  /// Takes files that were dropped at a place: text documents open, others are linked there. Returns whether there is anything to do.
  func take(_ files: [File], at offset: TextOffset) -> Bool {
    let documents = files.filter(Self.isDocument)
    let others = files.filter { !Self.isDocument($0) }
    if !documents.isEmpty { open(documents) }
    guard !others.isEmpty, isWritable else { return !documents.isEmpty }
    document.buffer.selection = TextSelection(caret: offset)
    queue { await $0.link(others) }
    return true
  }

  private func queue(_ work: @escaping (ClipPaster) async -> Void) {
    guard isWritable else { return }
    // A program that owns the clipboard and hangs must not keep what comes later from being pasted.
    if Clipboard.isWaiting(for: .zero) { MainLoop.after(seconds: 2) { Clipboard.giveUp(after: .seconds(2)) } }
    let before = last
    last = Task { [weak self] in
      await before?.value
      guard let self else { return }
      let notice = MainLoop.after(seconds: 3) { [weak self] in
        if Clipboard.isWaiting(for: .seconds(2)) { self?.tell(tr("The program that was copied from has not answered yet.")) }
      }
      await work(self)
      notice.cancel()
    }
  }

  private var isWritable: Bool { document.buffer.isEditable && !view.isComposing }

  private var context: EditContext {
    EditContext(snapshot: document.buffer.snapshot, document: document.tree, selection: document.buffer.selection)
  }

  private func apply(_ plan: EditPlan) {
    guard isWritable, document.buffer.apply(plan) else { return }
    view.scrollToCaret()
  }

  // MARK: Pasting

  private func pasteNow() async {
    // What goes on at the caret is known of a tree that is up to date.
    _ = await document.settledTree()
    guard !Pasting.isLiteral(context) else {
      if let text = await Clipboard.text() { await put(text) }
      return
    }
    let files = await Clipboard.files()
    if !files.isEmpty { return await link(files) }
    if Clipboard.offersPicture, !Clipboard.offersPlainText { return await pastePicture() }
    let text = await Clipboard.text()
    if let text, let plan = Pasting.link(to: text, in: context) { return apply(plan) }
    if let html = await Clipboard.bytes("text/html", limit: PastedHTML.most) {
      let converted = await Task.detached { PastedHTML.convert(html) }.value
      if let converted, !converted.markdown.isEmpty, converted.hasMarkup || text == nil {
        return apply(Pasting.plan(converted.markdown, in: context))
      }
    }
    if let text { await put(text) }
  }

  /// Puts text in place of the selection, with the line ends of the document.
  private func put(_ text: String) async {
    guard isWritable, !text.isEmpty else { return }
    await document.insert(text)
    view.scrollToCaret()
  }

  // MARK: Pictures and files

  private func pastePicture() async {
    guard let bytes = await Clipboard.png(), bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
      return tell(tr("The picture on the clipboard cannot be read."))
    }
    guard let folder = await folder() else { return }
    let name = (Format.time(Format.now, "image-%Y-%m-%d-%H%M%S") ?? "image") + ".png"
    do throws(AssetStore.Failure) {
      let path = try await AssetStore().add(bytes, named: name, beside: folder)
      apply(Pasting.plan(Pasting.reference(path: path, description: "", isImage: true), in: context))
    } catch {
      tell(error.wording(name))
    }
  }

  private func link(_ files: [File]) async {
    var references: [String] = []
    for file in files {
      guard let bytes = file.pathBytes else {
        // A file of the web is linked where it is.
        if Pasting.isWebAddress(file.uri) {
          references.append("<\(file.uri)>")
        } else {
          tell(tr("“%s” is not on this computer.").filled(file.displayName))
        }
        continue
      }
      guard let folder = await folder() else { return }
      do throws(AssetStore.Failure) {
        let path = try await AssetStore().add(copyOf: FilePath(bytes: bytes), beside: folder)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isImage = Self.isImage(name)
        references.append(Pasting.reference(path: path, description: isImage ? Self.description(name) : name, isImage: isImage))
      } catch {
        tell(error.wording(file.name ?? file.displayName))
      }
    }
    if !references.isEmpty { apply(Pasting.plan(references.joined(separator: references.count > 1 ? "\n\n" : ""), in: context)) }
  }

  /// The document's folder; a document without one is saved first.
  private func folder() async -> FilePath? {
    if let folder = document.folder { return folder }
    tell(tr("Pictures and files are kept beside the document: save it first."))
    guard await save() else { return nil }
    return document.folder
  }

  private static func ending(_ name: String) -> String { name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? "" }
  private static func isImage(_ name: String) -> Bool { ["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(ending(name)) }
  private static func isDocument(_ file: File) -> Bool {
    file.pathBytes != nil && ["md", "markdown", "mdown", "mkd", "txt"].contains(ending(file.name ?? ""))
  }

  /// A file's name without its ending, as a first description of a picture.
  private static func description(_ name: String) -> String { name.split(separator: ".").dropLast().joined(separator: ".") }
}

extension AssetStore.Failure {
  /// Why a file could not be put beside the document, for people.
  func wording(_ name: String) -> String {
    switch self {
    case .system(let error): tr("“%s” could not be put into the folder “assets”: %s").filled(name, error.reason)
    case .notAFile: tr("“%s” is no file that can be linked.").filled(name)
    case .tooLarge: tr("“%s” is too large to be copied beside the document.").filled(name)
    }
  }
}
