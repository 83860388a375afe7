/// A part of a task, as changes, merges and conflict notes name it.
public enum TaskPart: Hashable, Sendable {
  /// A key of the front matter. `status` includes the folder, and `deadline` includes `due`.
  case field(String)
  /// The text below the front matter.
  case body
  /// A line of the body, without its line ending.
  case line([UInt8])
  case path
  /// The folders of the path below the status.
  case folder
  case fileName
  /// The executable bit.
  case mode
  /// Only the status in the text, which now agrees with the folder.
  case textStatus
  /// Only comments, quotes or the order of keys.
  case layout
  case conflicts
  /// The whole text of a broken file.
  case text
  /// The whole task, which one side of a merge deleted.
  case task

  public static let status = TaskPart.field("status")

  /// The parts with a label that isn't the name of a key.
  private static let others: [TaskPart] = [
    .body, .path, .mode, .textStatus, .layout, .conflicts, .text, .task,
  ]

  /// The name of the part; `fields.KEY` for a key with the name of another part.
  public var label: String {
    switch self {
    case .field(let key): Self.others.contains { $0.label == key } ? "fields.\(key)" : key
    case .body, .line: "body"
    case .path, .folder, .fileName: "file"
    case .mode: "mode"
    case .textStatus: "text status"
    case .layout: "layout"
    case .conflicts: "conflicts"
    case .text: "text"
    case .task: "task"
    }
  }

  /// - Parameter label: In the form of ``label``.
  package init(label: String) {
    let prefix = "fields."
    self =
      Self.others.first { $0.label == label }
      ?? .field(label.hasPrefix(prefix) ? String(label.dropFirst(prefix.count)) : label)
  }
}
