@testable import TaskFile
import Testing

extension MergeSide {
  /// Kim, in Tokyo, whose change is the older one.
  static func kim(_ task: TaskVersion?) -> MergeSide {
    MergeSide(
      task: task, author: "Kim",
      time: Timestamp(secondsSince1970: 1_795_137_120, offsetMinutes: 540), commit: "b2")
  }

  /// Ada, whose change is the newer one.
  static func ada(_ task: TaskVersion?) -> MergeSide {
    MergeSide(
      task: task, author: "Ada",
      time: Timestamp(secondsSince1970: 1_795_140_000, offsetMinutes: 60), commit: "a1")
  }

  /// The merge itself, later than both.
  static func merger(_ task: TaskVersion?) -> MergeSide {
    MergeSide(
      task: task, author: "Ada",
      time: Timestamp(secondsSince1970: 1_795_150_000, offsetMinutes: 60), commit: "c3")
  }
}

extension TaskVersion {
  init(_ text: String, at path: String = "todo/task.md") {
    self.init(path: path, document: TaskDocument(text: text))
  }

  var text: String { document.text }
}

/// Merges, and expects that swapping the sides or merging again changes nothing.
func merge(
  _ base: TaskVersion?, kim: TaskVersion?, ada: TaskVersion?,
  at location: SourceLocation = #_sourceLocation
) -> TaskMerge {
  let merge = TaskMerge(base: base, .kim(kim), .ada(ada))
  #expect(merge == TaskMerge(base: base, .ada(ada), .kim(kim)), sourceLocation: location)
  for side in [MergeSide.kim(kim), .ada(ada)] where !merge.isMereText {
    let again = TaskMerge(base: base, .merger(merge.task), side)
    #expect(again.task == merge.task, sourceLocation: location)
    #expect(again.notes == [], sourceLocation: location)
  }
  return merge
}

/// Merges texts of one file and compares the result.
func expectMerge(
  _ base: String?, kim: String, ada: String, is expected: String, notes: [String] = [],
  at location: SourceLocation = #_sourceLocation
) {
  for newline in ["\n", "\r\n"] {
    func file(_ text: String) -> TaskVersion {
      TaskVersion(
        text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: newline))
    }
    let result = merge(base.map(file), kim: file(kim), ada: file(ada), at: location)
    #expect(result.task == file(expected), sourceLocation: location)
    #expect(result.notes.map(\.description) == notes, sourceLocation: location)
    let document = result.task?.document
    #expect(document?.item.conflictNotes == document?.conflictNotes.count, sourceLocation: location)
  }
}
