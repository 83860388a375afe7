internal import MemoKit
internal import TaskFile
internal import Terminal

struct MergeFile: Command {
  static let grammar = Grammar<MergeFile>(
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
      """,
    words: [
      .one("base", "Common ancestor; empty if both sides added the file") {
        $0.base = $1
      },
      .one("ours", "Our version; memo writes the result to it") { $0.ours = $1 },
      .one("theirs", "Their version") { $0.theirs = $1 },
      .one("path", "Path of the file in the repository") { $0.path = $1 },
      .optional(
        "marker-size",
        "Length of conflict markers, which git passes as %L"
      ) { command, text throws(MemoError) in
        guard let size = UInt16(text) else { throw MemoError(.usage, "invalid number '\(text)'") }
        command.markerSize = size
      },
    ])

  var base = ""
  var ours = ""
  var theirs = ""
  var path = ""
  var markerSize: UInt16?

  func run(in context: Context) throws -> any Report {
    do throws(MemoError) {
      return try Store.mergeFile(
        base: base, ours: ours, theirs: theirs, path: path, markerSize: markerSize,
        in: context.directory, environment: context.environment)
    } catch {
      // Doesn't exit with 1, which would mean that the file has conflict markers.
      var error = error
      error.kind = .usage
      throw error
    }
  }
}

extension FileMerge: Report {
  var status: ExitStatus { isConflict ? .refused : .done }

  /// Standard output belongs to git, which may be writing for another program.
  func text(_ page: Page) -> String { "" }

  func notes(_ page: Page) -> [String] {
    var notes = notes.flatMap {
      "conflict in \(path): \($0.plainText)"
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    notes += notice.map { ["note: \(path): \($0)"] } ?? []
    if isConflict {
      notes.append(
        "hint: take the merge back ('git merge --abort', 'git rebase --abort', …) and use "
          + "'memo sync', or fix the file and 'git add' it")
    }
    return notes
  }

  func json(_ page: Page) -> JSON {
    .document(
      .mergeFile,
      [
        "path": .text(path), "conflict": .bool(isConflict),
        "notes": .list(notes.map(\.json)),
        "notice": .text(notice),
      ])
  }
}
