internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo merge-file BASE OURS THEIRS PATH [SIZE]`.
struct MergeFile: Command {
  static let grammar = Grammar<MergeFile>(
    "merge-file", "Merge three versions of a task, for git",
    """
    'memo init' and 'memo clone' set it up as git's merge driver, so that git merge, git pull, \
    git rebase and others merge tasks field by field. The result is written to OURS; what gave \
    way is a note in it. The exit code is 1 when a person has to finish: OURS then has both \
    versions between conflict markers.
    """,
    examples: """
      git config merge.memo.driver 'memo merge-file %O %A %B %P %L'
      echo 'todo/**/*.md merge=memo' >> .gitattributes
      memo merge-file base.md ours.md theirs.md todo/tea.md
      memo merge-file "$BASE" "$LOCAL" "$REMOTE" "$MERGED"
      """,
    reading: .blanks,
    words: [
      .one("base", "The version that both began with; empty when both added the file") {
        $0.base = $1
      },
      .one("ours", "Our version, and the result") { $0.ours = $1 },
      .one("theirs", "Their version") { $0.theirs = $1 },
      .one("path", "The file's path in the repository") { $0.path = $1 },
      .optional(
        "marker-size",
        """
        How long git makes conflict markers: from 9 on, or two more than the attribute \
        conflict-marker-size says, it merges ancestors, and what conflicts is left as it was
        """
      ) { command, text throws(Failure) in
        guard let size = UInt16(text) else { throw Failure(.usage, "invalid number '\(text)'") }
        command.markerSize = size
      },
    ],
    options: [.output])

  var base = ""
  var ours = ""
  var theirs = ""
  var path = ""
  var markerSize: UInt16?
  var output = OutputOptions()

  func run(in context: Context) throws -> MergeFileOutput {
    do throws(MemoError) {
      return MergeFileOutput(
        merge: try Store.mergeFile(
          base: base, ours: ours, theirs: theirs, path: path, markerSize: markerSize,
          in: context.directory, environment: context.environment))
    } catch {
      // Not 1, which would tell git that the markers are there.
      var failure = Failure(error)
      failure.status = .usage
      throw failure
    }
  }
}

struct MergeFileOutput: Report {
  var merge: FileMerge

  var status: ExitStatus { merge.isConflict ? .refused : .done }

  /// Standard output is git's own, which may be writing for another program.
  func text(_ page: Page) -> String { "" }

  func notes(_ page: Page) -> [String] {
    var notes = merge.notes.map { "conflict in \(merge.path): \($0.plainText)".sanitizedLines }
    notes += merge.notice.map { ["note: \(merge.path): \($0)".sanitized] } ?? []
    if merge.isConflict {
      notes.append(
        "hint: take the merge back ('git merge --abort', 'git rebase --abort', …) and use "
          + "'memo sync', or mend the file and 'git add' it")
    }
    return notes
  }

  func json(_ page: Page) -> JSON {
    .document(
      .mergeFile,
      [
        (.path, .string(merge.path)), (.conflict, .bool(merge.isConflict)),
        (.notes, .array(merge.notes.map(\.json))),
        (.notice, .text(merge.notice)),
      ])
  }
}
