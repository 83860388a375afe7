internal import MemoKit

struct MergeFile: Command {
  static let grammar = Grammar(
    "merge-file", "Merge three versions of a task, for git",
    """
    'memo init' and 'memo clone' set it up as git's merge driver, so that git merge, git pull \
    and git rebase merge tasks field by field. It writes the merged task to OURS, with a note \
    for each discarded value. Exit code 1: OURS has both versions between conflict markers.
    """,
    examples: """
      git config merge.memo.driver 'memo merge-file %O %A %B %P %L'
      echo 'todo/**/*.md merge=memo' >> .gitattributes
      memo merge-file base.md ours.md theirs.md todo/tea.md
      memo merge-file "$BASE" "$LOCAL" "$REMOTE" "$MERGED"
      """)

  @Argument("base", "Common ancestor; empty if both sides added the file") var base
  @Argument("ours", "Our version; memo writes the result to it") var ours
  @Argument("theirs", "Their version") var theirs
  @Argument("path", "Path of the file in the repository") var path
  @OptionalArgument("marker-size", "Length of conflict markers, which git passes as %L")
  var markerSize

  func run(in context: Context) throws -> Outcome {
    let size = markerSize.flatMap { UInt16($0) }
    if let markerSize, size == nil { throw Self.misuse("invalid number '\(markerSize)'") }
    do throws(MemoError) {
      let merge = try Store.mergeFile(
        base: base, ours: ours, theirs: theirs, path: path, markerSize: size,
        in: context.directory, environment: context.environment)
      // Standard output belongs to git, which may be writing for another program.
      return context.outcome(
        merge.isConflict ? .refused : .done,
        document: .document(
          .mergeFile,
          [
            "path": .text(merge.path), "conflict": .bool(merge.isConflict),
            "notes": .list(merge.notes.map(\.json)), "notice": .text(merge.notice),
          ]),
        notes: merge.lines)
    } catch {
      // Doesn't exit with 1, which would mean that the file has conflict markers.
      var error = error
      error.kind = .usage
      throw error
    }
  }
}

extension FileMerge {
  /// Lines for standard error.
  fileprivate var lines: [String] {
    var lines = notes.flatMap {
      "conflict in \(path): \($0.plainText)"
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    lines += notice.map { ["note: \(path): \($0)"] } ?? []
    if isConflict {
      lines.append(
        "hint: take the merge back ('git merge --abort', 'git rebase --abort', …) and use "
          + "'memo sync', or fix the file and 'git add' it")
    }
    return lines
  }
}
