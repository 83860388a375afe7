internal import Git
internal import StoreFiles
internal import TaskFile

/// What a merge did itself, compared with what its parents had done since they parted.
struct MergeDeltas {
  private(set) var all: [TaskDelta] = []

  /// Nil where only what no parent has so is wanted.
  private let sides: MergeSides?

  init(_ commit: Commit, _ finder: DeltaFinder, _ sides: MergeSides?) throws(MemoError) {
    self.sides = sides
    for row in try MergeTasks(commit, finder, sides).rows {
      let (befores, after) = (row.befores, row.after)
      let chosen = befores.indices.filter { befores[$0] == after }
      guard chosen.count < befores.count else { continue }
      if !chosen.isEmpty {
        var isReported = false
        for parent in befores.indices where !isReported && befores[parent] != after {
          isReported = try isChoice(befores, after, parent, chosen)
        }
        guard isReported else { continue }
      }
      all.append(TaskDelta(befores: befores, after: after, base: try sides?.base(of: befores)))
    }
  }

  /// Whether a merge that has what some parents have gave up what another did.
  private func isChoice(
    _ befores: [FileState?], _ after: FileState?, _ parent: Int, _ chosen: [Int]
  ) throws(MemoError) -> Bool {
    guard let sides else { return false }
    let side = sides.side(parent, besides: chosen)
    if let before = befores[parent] {
      return side.made(before)
    }
    guard let after, side.isDeleting else { return false }
    if let id = after.id, side.deleted(id) { return true }
    let line = try sides.line(of: after, on: chosen[0], besides: parent)
    if try sides.deletes(line, on: parent, besides: chosen[0]) { return true }
    return try sides.deletesNameless(after, of: chosen[0], by: side)
  }
}
