package import Git

/// Decides fast which paths git certainly doesn't ignore.
///
/// Only git applies ignore rules exactly, but starting git takes longer than a small list. Usually
/// no pattern can match a task. This type matches at least everything that git matches.
struct IgnoreRules {
  /// The parts of each pattern as globs in lower case.
  ///
  /// A pattern without parts may match anything.
  private var patterns: [[[UInt8]]] = []

  /// Matches any number of any bytes.
  ///
  /// No path contains this byte.
  private static let wild: UInt8 = 0

  var isEmpty: Bool { patterns.isEmpty }

  mutating func add(_ text: [UInt8]) {
    for line in text.withoutByteOrderMark.split(separator: UInt8(ascii: "\n")) {
      let line = line.trimming { $0 == 0x20 || $0 == 0x0D }
      // A negated pattern only removes paths.
      guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "!")
      else { continue }
      let parts = line.split(separator: UInt8(ascii: "/")).map(Self.glob)
      // A pattern with escapes or complex brackets may match anything, even a separator.
      patterns.append(parts.contains(nil) ? [] : parts.compactMap { $0 })
    }
  }

  /// - Returns: Nil if the part may match anything.
  private static func glob(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var glob: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): return nil
      case UInt8(ascii: "["):
        // A `]` at the start of a bracket expression is part of it.
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

  /// Keeps the patterns that may match a task in these folders.
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

  /// Whether git may ignore a path; false is certain.
  func mayIgnore(_ path: String) -> Bool {
    guard !isEmpty else { return false }
    let parts = Array(path.utf8).split(separator: UInt8(ascii: "/"))
    return patterns.contains { pattern in
      pattern.allSatisfy { glob in parts.contains { Self.matches(glob, $0) } }
    }
  }

  /// Ignores case.
  private static func matches(_ glob: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    var (place, next) = (0, part.startIndex)
    // The positions to continue from if the bytes after the last wildcard don't match.
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
  /// Removes ignored files from a snapshot.
  ///
  /// - Parameter folders: All folders that may contain tasks, relative to the store.
  func dropIgnored(_ snapshot: inout Snapshot, _ folders: [String]) throws(MemoError) {
    let rules = try ignoreRules(folders).forTasks(in: folders)
    guard !rules.isEmpty else { return }
    let ignored = try answer(snapshot.tasks.map(\.path).filter(rules.mayIgnore))
    guard !ignored.isEmpty else { return }
    snapshot.tasks.removeAll { ignored.contains(PathKey($0.path)) }
    snapshot.ignored = ignored
  }

  /// The paths that git ignores.
  ///
  /// Git never ignores tracked files.
  ///
  /// - Parameter paths: Relative to the store.
  package func ignored(_ paths: [String]) throws(MemoError) -> Set<PathKey> {
    var folders: Set<PathKey> = []
    for path in paths {
      var folder = Paths.parent(of: path)
      while !folder.isEmpty, folders.insert(PathKey(folder)).inserted {
        folder = Paths.parent(of: folder)
      }
    }
    let rules = try ignoreRules(folders.map(\.path))
    return try answer(rules.isEmpty ? [] : paths.filter(rules.mayIgnore))
  }

  /// Asks git which paths it ignores, or libgit2 without git.
  ///
  /// libgit2 doesn't support all negated patterns.
  private func answer(_ suspects: [String]) throws(MemoError) -> Set<PathKey> {
    guard !suspects.isEmpty, let folder = gitFolder?.workTree,
      let inside = Paths.relative(root, to: folder)
    else { return [] }
    let words = ["-c", "core.fsmonitor=false", "check-ignore"]
    let program = Program(
      "git", words + ["--verbose", "-z", "--stdin"], in: folder,
      environment: environment.foreignVariables)
    let paths = suspects.map { Paths.join(inside, $0) }
    // A leading colon would begin a pathspec with magic.
    let asked = paths.map { "./\($0)" }
    let input = Array(asked.joined(separator: "\0").utf8)
    // 1 means that no path is ignored; greater codes are errors. After an error, libgit2 decides.
    if environment.path(of: "git") != nil, let answer = try? program.run(input: input),
      answer.code <= 1
    {
      let fields = Array(answer.output.utf8).split(separator: 0, omittingEmptySubsequences: false)
      // Each record is file, line, pattern and path. A negated pattern means "not ignored".
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

  /// The patterns of all ignore files that git reads for some folders.
  ///
  /// - Throws: ``MemoError`` if a file is unreadable, since ignored files would then become tasks.
  private func ignoreRules(_ folders: [String]) throws(MemoError) -> IgnoreRules {
    var rules = IgnoreRules()
    let paths =
      userIgnoreFiles() + repositoryIgnoreFiles() + folders.map { "\(root)/\($0)/.gitignore" }
    for path in paths {
      do throws(FileError) {
        if let text = try WorkTree.knownContent(at: path) { rules.add(text) }
      } catch {
        // git skips a file without read permission.
        guard error.isForbidden || error.reason == .symbolicLink else { throw MemoError(error) }
      }
    }
    return rules
  }

  /// The user's ignore files: git's default path and `core.excludesFile`.
  private func userIgnoreFiles() -> [String] {
    let top = gitFolder?.workTree ?? root
    return ["\(environment.configFolder)/git/ignore"]
      + gitConfigs(mentioning: "excludesfile").flatMap {
        $0.configValues(ofKeysWith: "excludesfile")
      }
      .map { Paths.absolute($0, from: top, home: environment.home) }
  }

  /// `info/exclude`, and `.gitignore` from the store up to the top of the work tree.
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
