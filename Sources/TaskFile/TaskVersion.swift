/// A version of a task's file: in a commit, on disk, or not yet written.
public struct TaskVersion: Hashable, Sendable {
  /// Relative to the store: `todo/home/buy-milk.md`.
  public let path: String
  public let document: TaskDocument
  /// The parsed document.
  public let item: TaskItem
  package var isExecutable = false
  /// The status from folder and text; usually the folder's.
  package var status: Status?

  public init(path: String, document: TaskDocument) {
    let place = StorePath(path)
    self.init(path, document, document.item(fileName: place.stem), place.status)
  }

  /// Creates a version whose document is parsed already.
  package init(_ path: String, _ document: TaskDocument, _ item: TaskItem, _ status: Status?) {
    self.path = path
    self.document = document
    self.item = item
    self.status = status
  }

  /// Compares paths by bytes: `ä` in two encodings is two files.
  public static func == (a: TaskVersion, b: TaskVersion) -> Bool {
    a.document == b.document && a.isExecutable == b.isExecutable && a.isAt(b.path)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(document)
    hasher.combine(isExecutable)
  }
}

extension TaskVersion {
  package var bytes: [UInt8] { document.bytes }
  package var id: TaskID? { item.id }
  package var folderStatus: Status? { StorePath(path).status }
  /// Whether the front matter is readable, even after conflict markers.
  package var isUnderstood: Bool {
    item.isUsable || item.hasConflictMarkers && document.hasFrontMatter && document.isUnderstood
  }

  package func isAt(_ path: String?) -> Bool {
    path.map { $0.utf8.elementsEqual(self.path.utf8) } ?? false
  }

  /// Another text of the file, with the status of its folder.
  package func with(_ document: TaskDocument, at path: String? = nil) -> TaskVersion {
    var copy = TaskVersion(path: path ?? self.path, document: document)
    copy.isExecutable = isExecutable
    return copy
  }

  package func at(_ path: String) -> TaskVersion { with(document, at: path) }
}
