package import Git
package import StoreFiles
package import TaskFile

/// A task's file at one moment: in a commit, on the disk, or as it is about to be written.
package struct TaskVersion: Hashable {
  /// Relative to the store.
  package var path: String
  package var document: TaskDocument
  package var item: TaskItem
  package var mode: FileMode
  /// What folder and text say together: most often what the folder says.
  package var status: Status?

  package init(
    path: String, document: TaskDocument, mode: FileMode = .regular, status: Status? = nil
  ) {
    self.path = path
    self.document = document
    self.mode = mode
    item = document.item(fileName: Paths.stem(of: path))
    self.status = status ?? StoredTask.folderStatus(of: path)
  }

  package init(_ task: StoredTask) {
    path = task.path
    document = task.document
    item = task.item
    mode = task.file?.gitMode ?? .regular
    status = task.status
  }

  package static func == (a: TaskVersion, b: TaskVersion) -> Bool {
    a.document == b.document && a.mode == b.mode && a.isAt(b.path)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(document)
    hasher.combine(mode)
  }

  package var bytes: [UInt8] { document.bytes }
  package var id: TaskID? { item.id }
  /// Whether its front matter could be read at all; git's markers may stand before it.
  package var isUnderstood: Bool {
    document.isUnderstood && (document.hasFrontMatter || !item.hasConflictMarkers)
  }
  package var folderStatus: Status? { StoredTask.folderStatus(of: path) }

  /// Whether its file is the one at a path.
  package func isAt(_ path: String?) -> Bool { path.map { $0.isSamePath(as: self.path) } ?? false }

  /// The same task with another text.
  package func with(_ document: TaskDocument) -> TaskVersion {
    TaskVersion(path: path, document: document, mode: mode)
  }

  /// The same task in another file.
  package func at(_ path: String) -> TaskVersion {
    var copy = self
    copy.path = path
    copy.status = copy.folderStatus
    return copy
  }
}
