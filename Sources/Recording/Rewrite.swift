internal import Git
internal import StoreFiles

/// A file that gets another text, or another place with it, told by what is different: of
/// thousands of files the texts are not kept, but made when each has its turn.
package struct Rewrite {
  /// Where the file is, and where it is to be, relative to the repository.
  let source: String
  let target: String
  /// What git calls the bytes that it holds now.
  let id: ObjectID
  private let old: TextMark
  private let new: TextMark
  private let splice: Splice

  /// - Parameters:
  ///   - id: As git calls `old`, whatever git's filters make of it.
  init(
    from source: String, _ old: [UInt8], _ id: ObjectID, to target: String, _ new: [UInt8]
  ) {
    (self.source, self.target, self.id) = (source, target, id)
    (self.old, self.new) = (TextMark(old), TextMark(new))
    splice = Splice(from: old, to: new)
  }

  /// Byte for byte: a name in other Unicode letters is another name.
  var isMove: Bool { !source.utf8.elementsEqual(target.utf8) }
  var paths: [String] { isMove ? [source, target] : [source] }

  /// As a note tells it.
  var before: [(path: String, content: ObjectID?)] {
    isMove ? [(target, nil), (source, id)] : [(source, id)]
  }

  /// - Throws: ``FileError`` with reason `changed` where the file holds something else by now.
  private func text(in files: WorkTree) throws(FileError) -> [UInt8] {
    let bytes = try files.read(source).bytes
    guard TextMark(bytes) == old else { throw .changed(source) }
    return splice.applied(to: bytes)
  }

  func content(in files: WorkTree) -> NewContent {
    NewContent(path: target, isExecutable: nil, movedFrom: isMove ? source : nil) {
      () throws(FileError) in try text(in: files)
    }
  }

  func change(in files: WorkTree, _ prepared: String?) throws(FileError) -> ReversibleChange {
    try files.change(
      target, from: isMove ? nil : .mark(old), to: .mark(new), movedFrom: isMove ? source : nil,
      prepared: prepared
    ) { () throws(FileError) in try text(in: files) }
  }

  func leave(in files: WorkTree) throws(FileError) -> ReversibleChange {
    try files.change(source, from: .mark(old), to: nil) { () throws(FileError) in [] }
  }
}

extension StoreGit {
  func change(_ rewrite: Rewrite, _ prepared: String?) throws(MemoError) -> ReversibleChange {
    try MemoError.rethrowing(rewrite.change(in: files, prepared))
  }

  /// Has a file go whose text is elsewhere now.
  func leave(_ rewrite: Rewrite) throws(MemoError) -> ReversibleChange {
    try MemoError.rethrowing(rewrite.leave(in: files))
  }
}
