package import Git

/// Whether git's ignore files could have a say about some paths at all.
///
/// Only git decides what is ignored. But nearly always no pattern can match a task, and to start
/// git for that answer takes longer than a small list. So this reads the patterns more generously
/// than git does: whatever git ignores, it calls possible.
struct IgnoreRules {
  /// The parts of each pattern, as globs in small letters; none for a pattern that may match
  /// anything.
  private var patterns: [[[UInt8]]] = []

  /// Stands for any bytes; no path has one like it.
  private static let wild: UInt8 = 0

  var isEmpty: Bool { patterns.isEmpty }

  /// Takes the patterns of one ignore file.
  mutating func add(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let line = line.trimming { $0 == 0x20 || $0 == 0x0D }
      // A negated pattern only takes back what another one ignores.
      guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "!")
      else { continue }
      let parts = line.split(separator: UInt8(ascii: "/")).map(Self.glob)
      // What is in brackets, or behind a backslash, may be anything, also the end of a part.
      patterns.append(parts.contains(nil) ? [] : parts.compactMap { $0 })
    }
  }

  /// - Returns: Nil where it is hard to tell what it matches.
  private static func glob(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var glob: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): return nil
      case UInt8(ascii: "["):
        // A bracket that is the first in a set belongs to it.
        guard let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "]")),
          !rest[..<end].contains(where: { "[]\\".utf8.contains($0) })
        else { return nil }
        rest = rest[(end + 1)...]
        glob.append(wild)
      case UInt8(ascii: "*"), UInt8(ascii: "?"): glob.append(wild)
      default: glob.append(byte.lowercased)
      }
    }
    return glob
  }

  /// Only the patterns that may match a task in one of these folders, whatever its name.
  func forTasks(in folders: [String]) -> IgnoreRules {
    guard !isEmpty else { return self }
    let parts = Set(folders.flatMap { $0.utf8.split(separator: UInt8(ascii: "/")).map(Array.init) })
    let ending = Array(StoredTask.ending.utf8)
    var rules = self
    rules.patterns.removeAll { pattern in
      !pattern.allSatisfy { glob in
        let tail = glob.suffix { $0 != Self.wild }
        return tail.suffix(ending.count) == ending.suffix(tail.count)
          || parts.contains { Self.matches(glob, $0[...]) }
      }
    }
    return rules
  }

  /// False when git surely ignores nothing of this path.
  func mayIgnore(_ path: String) -> Bool {
    guard !isEmpty else { return false }
    let parts = Array(path.utf8).split(separator: UInt8(ascii: "/"))
    return patterns.contains { pattern in
      pattern.allSatisfy { glob in parts.contains { Self.matches(glob, $0) } }
    }
  }

  /// Whether a part of a path is as a glob says, in whatever case.
  private static func matches(_ glob: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    var (place, next) = (0, part.startIndex)
    // Where to go on if what is behind the last wild place doesn't match.
    var retry: (place: Int, next: Int)?
    while next < part.endIndex {
      if place < glob.count, glob[place] == wild {
        place += 1
        retry = (place, next)
      } else if place < glob.count, glob[place] == part[next].lowercased {
        (place, next) = (place + 1, next + 1)
      } else if let last = retry {
        (place, next) = (last.place, last.next + 1)
        retry?.next += 1
      } else {
        return false
      }
    }
    return glob[place...].allSatisfy { $0 == wild }
  }
}

extension ArraySlice<UInt8> {
  /// Without some bytes at its end.
  fileprivate func trimming(_ isLeft: (UInt8) -> Bool) -> Self {
    lastIndex { !isLeft($0) }.map { self[...$0] } ?? []
  }
}

extension [UInt8] {
  fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    lastIndex { !isWanted($0) }.map { self[($0 + 1)...] } ?? self[...]
  }
}

extension Store {
  /// Takes the files that git ignores out of a snapshot.
  ///
  /// - Parameter folders: All in which tasks may be, relative to the store.
  func dropIgnored(_ snapshot: inout Snapshot, _ folders: [String]) throws(MemoError) {
    let rules = try ignoreRules(folders).forTasks(in: folders)
    guard !rules.isEmpty else { return }
    let ignored = try answer(snapshot.tasks.map(\.path).filter(rules.mayIgnore))
    guard !ignored.isEmpty else { return }
    snapshot.tasks.removeAll { ignored.contains(PathKey($0.path)) }
    snapshot.ignored = ignored
  }

  /// Those of some files that git ignores; what it has recorded or staged never counts.
  ///
  /// - Parameter paths: Relative to the store.
  package func ignored(_ paths: [String]) throws(MemoError) -> Set<PathKey> {
    var folders: Set<String> = []
    for path in paths {
      var folder = Paths.parent(of: path)
      while !folder.isEmpty, folders.insert(folder).inserted { folder = Paths.parent(of: folder) }
    }
    let rules = try ignoreRules(Array(folders))
    return try answer(rules.isEmpty ? [] : paths.filter(rules.mayIgnore))
  }

  /// git's own answer.
  ///
  /// libgit2 doesn't understand every negated pattern, so it is asked only where there is no git.
  private func answer(_ suspects: [String]) throws(MemoError) -> Set<PathKey> {
    guard !suspects.isEmpty, let folder = gitFolder?.workTree,
      let inside = Paths.relative(root, to: folder)
    else { return [] }
    let words = ["-c", "core.fsmonitor=false", "check-ignore"]
    let program = Program(
      "git", words + ["--verbose", "-z", "--stdin"], in: folder,
      environment: environment.foreignVariables)
    let paths = suspects.map { Paths.join(inside, $0) }
    // So none begins with a colon, which would mean more to git.
    let asked = paths.map { "./\($0)" }
    let input = Array(asked.joined(separator: "\0").utf8)
    // 1 says that none is ignored, and more that git gave up.
    if environment.path(of: "git") != nil, let answer = try? program.run(input: input),
      answer.code <= 1
    {
      let fields = Array(answer.output.utf8).split(separator: 0, omittingEmptySubsequences: false)
      // The file, the line, the pattern and the path; a negated pattern says "not ignored".
      let ignored = Set(
        stride(from: 3, to: fields.count, by: 4)
          .filter { fields[$0 - 1].first != UInt8(ascii: "!") }.map { fields[$0] })
      return Set(
        zip(suspects, asked).filter { ignored.contains(Array($0.1.utf8)[...]) }
          .map { PathKey($0.0) })
    }
    let git = try git()
    return try git.run("read the ignore files") { repository throws(GitError) in
      var ignored: Set<PathKey> = []
      for (path, inRepository) in zip(suspects, paths) {
        guard try !repository.isTracked(inRepository), try repository.isIgnored(inRepository)
        else { continue }
        ignored.insert(PathKey(path))
      }
      return ignored
    }
  }

  /// The patterns of every ignore file that git would read for what is in some folders.
  ///
  /// - Throws: ``MemoError`` when one can't be read: what it ignores would become tasks.
  private func ignoreRules(_ folders: [String]) throws(MemoError) -> IgnoreRules {
    var rules = IgnoreRules()
    let paths =
      userIgnoreFiles() + repositoryIgnoreFiles() + folders.map { "\(root)/\($0)/.gitignore" }
    for path in paths {
      do throws(FileError) {
        if let text = try WorkTree.knownContent(at: path) { rules.add(text) }
      } catch {
        // git takes no notice of what the user may not read.
        guard error.isForbidden || error.reason == .symbolicLink else { throw MemoError(error) }
      }
    }
    return rules
  }

  /// The user's own: git's default places, and `core.excludesFile` wherever it is set.
  private func userIgnoreFiles() -> [String] {
    let top = gitFolder?.workTree ?? root
    return ["\(environment.configFolder)/git/ignore"]
      + gitConfigs(mentioning: "excludesfile").flatMap {
        $0.configValues(ofKeysWith: "excludesfile")
      }
      .map { Paths.absolute($0, from: top, home: environment.home) }
  }

  /// From the store up to the top of the repository, where `info/exclude` is as well.
  private func repositoryIgnoreFiles() -> [String] {
    let git = gitFolder
    var files = git.map { ["\($0.common)/info/exclude"] } ?? []
    var folder = root
    while true {
      files.append(Paths.join(folder, ".gitignore"))
      guard folder != git?.workTree, folder != "/" else { return files }
      folder = Paths.parent(of: folder)
    }
  }
}
