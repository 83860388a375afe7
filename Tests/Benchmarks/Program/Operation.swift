import BenchmarkSeed

/// An operation that people do with memo and with git.
struct Operation {
  /// The folders in which both programs do it.
  struct Place {
    let seed: Seed
    let memo: String
    /// The folder for this size and shape, with `memo`, `git`, `other` and `hub`.
    let root: String

    var ours: String { "\(root)/memo" }
    var theirs: String { "\(root)/git" }

    func memo(_ words: String...) -> [[String]] { [[memo, "-C", ours] + words] }
    func git(_ words: String...) -> [[String]] { [["git", "-C", theirs] + words] }
    /// An open task that no round changes.
    var quiet: Int { seed.count - 1 }
    /// An open task, a different one in each round.
    func task(_ round: Int) -> Int { seed.open.lowerBound + round * 7 % seed.open.count }
  }

  let name: String
  var shape = Seed.Shape.flat
  /// The largest accepted ratio of wall times, by the number of tasks.
  var goals: [Int: Double] = [:]
  /// The number of rounds; fewer for slow operations.
  var mostRounds = Int.max
  /// A shell script that isn't measured.
  var prepare: (Place, Int) -> String = { _, _ in "" }
  let ours: (Place, Int) -> [[String]]
  let theirs: (Place, Int) -> [[String]]
}

extension Operation {
  private static func goals(_ thousand: Double, _ ten: Double, _ hundred: Double) -> [Int: Double] {
    [1_000: thousand, 10_000: ten, 100_000: hundred]
  }

  /// The git commands for one new or changed file.
  private static func commit(_ place: Place) -> [[String]] {
    place.git("add", ".") + place.git("commit", "-qm", "change")
  }

  private static func edit(_ place: Place, _ round: Int) -> String {
    "echo 'round: \(round)' >>'\(place.theirs)/\(place.seed.path(place.task(round)))'"
  }

  static var all: [Operation] {
    [
      Operation(
        name: "--version", goals: goals(3, 3, 3),
        ours: { place, _ in [[place.memo, "--version"]] },
        theirs: { _, _ in [["git", "--version"]] }),
      Operation(
        name: "list", goals: goals(2, 1.5, 1.5), ours: { place, _ in place.memo("list") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "list -n 20", goals: goals(1.5, 1, 1),
        ours: { place, _ in place.memo("list", "-n", "20") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "show ID", goals: goals(1.5, 1, 1),
        ours: { place, round in place.memo("show", place.seed.id(place.task(round))) },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "next", goals: goals(1.5, 1, 1), ours: { place, _ in place.memo("next") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "today", goals: goals(1.5, 1, 1), ours: { place, _ in place.memo("today") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "list, 200 open", shape: .shelved, goals: goals(1.5, 0.5, 0.1),
        ours: { place, _ in place.memo("list") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "status", goals: goals(2, 1.2, 1.2), ours: { place, _ in place.memo("status") },
        theirs: { place, _ in place.git("status", "-s") }),
      Operation(
        name: "add", goals: goals(1, 0.75, 0.6),
        prepare: { place, round in
          "printf -- '---\\ntitle: New \(round)\\n---\\n' >'\(place.theirs)/todo/new-\(round).md'"
        },
        ours: { place, round in place.memo("add", "New \(round)") },
        theirs: { place, _ in commit(place) }),
      Operation(
        name: "set", goals: goals(1, 0.75, 0.6), prepare: edit,
        ours: { place, round in
          place.memo("set", place.seed.id(place.task(round)), "deadline=2027-02-\(10 + round % 18)")
        }, theirs: { place, _ in commit(place) }),
      Operation(
        name: "done", goals: goals(1, 0.75, 0.6),
        prepare: { place, round in
          let path = place.seed.path(place.task(round))
          return "mkdir -p '\(place.theirs)/done'; mv '\(place.theirs)/\(path)' "
            + "'\(place.theirs)/done/'"
        }, ours: { place, round in place.memo("done", place.seed.id(place.task(round))) },
        theirs: { place, _ in commit(place) }),
      Operation(
        name: "undo", goals: goals(1, 0.75, 0.6),
        prepare: { place, round in
          let title = "undo-\(round)"
          return "echo >'\(place.theirs)/\(title)'; "
            + "'\(place.memo)' -C '\(place.ours)' add Undo \(round) >/dev/null"
        }, ours: { place, _ in place.memo("undo") }, theirs: { place, _ in commit(place) }),
      Operation(
        name: "start, 100 tasks", goals: goals(1, 0.75, 0.6), mostRounds: 5,
        prepare: { place, round in
          let paths = hundred(place, round).map { "'\(place.theirs)/\(place.seed.path($0))'" }
          let ids = hundred(place, round).map(place.seed.id).joined(separator: " ")
          return "mkdir -p '\(place.theirs)/doing'; "
            + "'\(place.memo)' -C '\(place.ours)' reopen \(ids) >/dev/null 2>&1 || true; "
            + "for f in \(paths.joined(separator: " ")); do test ! -e $f || mv $f "
            + "'\(place.theirs)/doing/'; done; "
            + "sed -i.bak 's/^status: .*/status: doing \(round)/' '\(place.theirs)'/doing/*.md; "
            + "rm -f '\(place.theirs)'/doing/*.bak"
        },
        ours: { place, round in
          [[place.memo, "-C", place.ours, "start"] + hundred(place, round).map(place.seed.id)]
        }, theirs: { place, _ in commit(place) }),
      Operation(
        name: "find", goals: goals(1.5, 1, 1), ours: { place, _ in place.memo("find", "boiler") },
        theirs: { place, _ in place.git("grep", "-il", "boiler") }),
      Operation(
        name: "log ID", goals: goals(0.5, 0.1, 0.05),
        ours: { place, _ in place.memo("log", place.seed.id(place.quiet)) },
        theirs: { place, _ in
          place.git("log", "--follow", "--", place.seed.path(place.quiet))
        }),
      Operation(
        name: "log ID, first in a clone", goals: goals(1.5, 1, 1), mostRounds: 5,
        prepare: { place, _ in "rm -f '\(place.ours)'/.git/memo/history*" },
        ours: { place, _ in place.memo("log", place.seed.id(place.quiet)) },
        theirs: { place, _ in place.git("log", "--raw") }),
      Operation(
        name: "log -n 20", ours: { place, _ in place.memo("log", "-n", "20") },
        theirs: { place, _ in place.git("log", "-20", "--stat") }),
      Operation(
        name: "stats", goals: goals(2, 1, 1), ours: { place, _ in place.memo("stats") },
        theirs: { place, _ in place.git("log", "--oneline") }),
      Operation(
        name: "sync, nothing new", goals: goals(0.6, 0.6, 0.6),
        ours: { place, _ in place.memo("sync") },
        theirs: { place, _ in place.git("pull", "-q") + place.git("push", "-q") }),
      Operation(
        name: "sync, a change each side", goals: goals(0.5, 0.5, 0.4), mostRounds: 7,
        prepare: { place, round in
          ["memo", "git"].map { side in
            """
            cd '\(place.root)/other-\(side)'; git pull -q; echo 'line \(round)' >>'\(place.seed.path(place.quiet))'
            git commit -qam theirs; git push -q
            cd '\(place.root)/\(side)'; echo 'line \(round)' >>'\(place.seed.path(place.quiet - 2))'
            git commit -qam ours

            """
          }.joined()
        }, ours: { place, _ in place.memo("sync") },
        theirs: { place, _ in
          place.git("pull", "-q", "--no-rebase", "--no-edit") + place.git("push", "-q")
        }),
      Operation(
        name: "init over a folder", goals: goals(1.5, 1.2, 1.2), mostRounds: 3,
        prepare: { place, _ in
          """
          cd '\(place.root)'; rm -rf bare-memo bare-git; mkdir bare-memo bare-git
          cp -R memo/todo bare-memo/; cp -R memo/todo bare-git/; git -C bare-git init -q

          """
        }, ours: { place, _ in [[place.memo, "init", "\(place.root)/bare-memo"]] },
        theirs: { place, _ in
          let git = ["git", "-C", "\(place.root)/bare-git"]
          return [git + ["add", "."], git + ["commit", "-qm", "all"]]
        }),
      // memo makes two commits, one of the file as found and one that adopts it; git makes one.
      Operation(
        name: "init over another tool's files", mostRounds: 3,
        prepare: { place, _ in
          """
          cd '\(place.root)'; rm -rf bare-memo bare-git; mkdir bare-memo bare-git
          cp -R memo/todo bare-memo/
          find bare-memo/todo -name '*.md' -exec sed -i.bak -e '/^id: /d' -e '/^created: /d' -e '/^status: /d' {} +
          find bare-memo/todo -name '*.bak' -delete; cp -R bare-memo/todo bare-git/; git -C bare-git init -q

          """
        }, ours: { place, _ in [[place.memo, "init", "\(place.root)/bare-memo"]] },
        theirs: { place, _ in
          let git = ["git", "-C", "\(place.root)/bare-git"]
          return [git + ["add", "."], git + ["commit", "-qm", "all"]]
        }),
      Operation(
        name: "clone", goals: goals(1.5, 1.2, 1.2), mostRounds: 3,
        prepare: { place, _ in "cd '\(place.root)'; rm -rf new-memo new-git" },
        ours: { place, _ in
          [[place.memo, "clone", "\(place.root)/hub-memo.git", "\(place.root)/new-memo"]]
        },
        theirs: { place, _ in
          // Without `--no-local`, git might hard-link the packs.
          [
            [
              "git", "clone", "-q", "--no-local", "\(place.root)/hub-memo.git",
              "\(place.root)/new-git",
            ]
          ]
        }),
    ]
  }

  private static func hundred(_ place: Place, _ round: Int) -> [Int] {
    (0..<min(100, place.seed.count / 2)).map { place.seed.open.lowerBound + $0 }
  }
}
