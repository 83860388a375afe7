internal import Git
public import StoreFiles

/// Marks of files that an editor has which memo itself started: `.git/memo/editing.1`, ….
///
/// Each is a lock that holds a path, so that a mark without a living process is none.
extension Store {
  /// Keeps a watch from recording a file while an editor has it; other commands record it as
  /// always.
  public func whileEditing<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let lock = freeMark() else { return try body() }
    // Without a note a watch records the file as every other command does: nothing is lost.
    try? lock.setNote(path)
    defer { try? lock.clearNote() }
    return try body()
  }

  /// The files that are marked now.
  func pathsBeingEdited() -> Set<String> {
    var paths: Set<String> = []
    for mark in marks() {
      guard let bytes = WorkTree.content(at: mark), !bytes.isEmpty, FileLock.isHeld(mark) else {
        continue
      }
      paths.insert(String(decoding: bytes, as: UTF8.self))
    }
    return paths
  }

  /// A courtesy: where none can be made, a watch doesn't know.
  private func freeMark() -> FileLock? {
    guard let base = markBase else { return nil }
    for number in 1...20 {
      if let lock = try? FileLock("\(base)\(number)", waitingUpTo: 0) { return lock }
    }
    return nil
  }

  private func marks() -> [String] {
    guard let base = markBase else { return [] }
    let folder = Paths.parent(of: base)
    // A courtesy as well: what is not seen is recorded like any other save.
    return (WorkTree.names(in: folder) ?? []).map { Paths.join(folder, $0) }
      .filter { $0.hasPrefix(base) }
  }

  private var markBase: String? { gitFolder.map { "\($0.own)/\(ownFile("editing"))." } }
}
