internal import Git
internal import TaskFile

extension MergeSide {
  /// A file that was given an id on each side: it keeps one of them.
  ///
  /// Where only one side did, as for a copy that had the id of its first, that one counts like
  /// any other change.
  static func withOneID(
    _ one: MergeSide, _ other: MergeSide, since base: PlacedDocument?
  ) -> (MergeSide, MergeSide) {
    func id(_ task: PlacedDocument?) -> TaskID? { task?.document.id }
    guard let mine = id(one.task), let theirs = id(other.task), mine != theirs else {
      return (one, other)
    }
    if let former = id(base), former == mine || former == theirs { return (one, other) }
    let kept = min(mine, theirs)
    var sides = (one, other)
    // A text that can't be changed keeps its id, and the merge decides between the two.
    try? sides.0.task?.document.setID(kept)
    try? sides.1.task?.document.setID(kept)
    return sides
  }
}
