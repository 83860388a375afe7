internal import Git
internal import TaskFile

extension MergeSide {
  /// A side whose last change of a task is this commit.
  init(_ task: PlacedDocument?, changedBy commit: Commit) {
    self.init(
      task: task, author: commit.author.name,
      time: Timestamp(
        secondsSince1970: commit.committer.seconds,
        offsetMinutes: commit.committer.offsetMinutes),
      commit: commit.id.hex)
  }

  /// A file that had no id, and was given one on each side: it keeps one of them.
  static func withOneID(_ one: MergeSide, _ other: MergeSide) -> (MergeSide, MergeSide) {
    func id(_ side: MergeSide) -> TaskID? { side.task?.document.item(fileName: "").id }
    guard let mine = id(one), let theirs = id(other), mine != theirs else { return (one, other) }
    let kept = FieldValue.text(min(mine, theirs).text)
    var sides = (one, other)
    try? sides.0.task?.document.set("id", to: kept)
    try? sides.1.task?.document.set("id", to: kept)
    return sides
  }
}
