import TextModel

/// The same operations away from the caller's actor.
extension DocumentOperations {
  public func rename(_ file: DocumentFile, to name: DocumentName) async throws(OperationError) -> DocumentFile {
    try await BlockingWork.run { () throws(OperationError) in try rename(file, to: name) }
  }

  public func rename(_ path: FilePath, to name: DocumentName) async throws(OperationError) -> FilePath {
    try await BlockingWork.run { () throws(OperationError) in try rename(path, to: name) }
  }

  public func makeFolder(_ name: DocumentName, in folder: FilePath) async throws(OperationError) -> FilePath {
    try await BlockingWork.run { () throws(OperationError) in try makeFolder(name, in: folder) }
  }

  public func move(_ file: DocumentFile, into folder: FilePath) async throws(OperationError) -> DocumentFile {
    try await BlockingWork.run { () throws(OperationError) in try move(file, into: folder) }
  }

  public func move(_ file: DocumentFile, to new: FilePath) async throws(OperationError) -> DocumentFile {
    try await BlockingWork.run { () throws(OperationError) in try move(file, to: new) }
  }

  public func duplicate(
    _ text: ChunkedText, of file: DocumentFile,
    suffix: @escaping @Sendable (Int) -> String = { $0 == 1 ? " (copy)" : " (copy \($0))" }
  ) async throws(SaveError) -> DocumentFile {
    try await BlockingWork.run { () throws(SaveError) in try duplicate(text.bytes(in: text.range), of: file, suffix: suffix) }
  }
}
