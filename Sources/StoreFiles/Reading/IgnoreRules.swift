internal import Git

/// Whether git's ignore files could have a say about tasks at all.
///
/// Only git decides what is ignored. But asking it means starting libgit2 and matching every
/// path, and nearly always no pattern can match a task: so this looks, more generously than
/// git does, at the ends of the patterns first.
struct IgnoreRules {
  private var tails: [[UInt8]] = []

  /// False when git surely ignores no task in any of these folders, whatever its name.
  func mayIgnoreTasks(in folders: [String]) -> Bool {
    let ending = Array(StoredTask.ending.utf8)
    let mayMatchNames = tails.contains { tail in
      ending.suffix(tail.count) == tail[...] || tail.suffix(ending.count) == ending[...]
    }
    return mayMatchNames || folders.contains(where: mayIgnore)
  }

  /// Takes the patterns of one ignore file.
  mutating func add(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var line = line
      while let last = line.last, [0x20, 0x0D, UInt8(ascii: "/")].contains(last) {
        line.removeLast()
      }
      // A negated pattern only takes back what another one ignores.
      guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "!")
      else { continue }
      let wild = Array("*?[]\\/".utf8)
      tails.append(
        Array(line[((line.lastIndex { wild.contains($0) }).map { $0 + 1 } ?? line.startIndex)...]))
    }
  }

  /// False when git surely ignores nothing of this path.
  func mayIgnore(_ path: String) -> Bool {
    guard !tails.isEmpty else { return false }
    return path.utf8.split(separator: UInt8(ascii: "/")).contains { part in
      tails.contains { part.count >= $0.count && part.suffix($0.count).elementsEqual($0) }
    }
  }
}

extension Store {
  /// Takes the files that git ignores out of a snapshot.
  ///
  /// - Parameter folders: All in which tasks may be, relative to the store.
  /// - Returns: Whether there were any.
  func dropIgnored(
    _ snapshot: inout Snapshot, _ folders: [String]
  ) throws(MemoError) -> Bool {
    let rules = try ignoreRules(folders)
    guard rules.mayIgnoreTasks(in: folders) else { return false }
    let suspects = snapshot.tasks.map(\.path).filter(rules.mayIgnore)
    guard !suspects.isEmpty else { return false }
    let git = try git()
    let ignored = try git.run("read the ignore files") { repository throws(GitError) in
      var ignored: Set<PathKey> = []
      for path in suspects {
        let inRepository = git.repositoryPath(path)
        if try !repository.isTracked(inRepository), try repository.isIgnored(inRepository) {
          ignored.insert(PathKey(path))
        }
      }
      return ignored
    }
    snapshot.tasks.removeAll { ignored.contains(PathKey($0.path)) }
    snapshot.ignored = ignored
    return !ignored.isEmpty
  }

  /// The patterns of every ignore file that git would read for the tasks.
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

  /// The user's own: git's two default places, and `core.excludesFile` wherever it is set.
  private func userIgnoreFiles() -> [String] {
    let home = environment.home ?? ""
    var files = ["\(environment.configFolder)/git/ignore"]
    for text in gitConfigs(mentioning: "excludesfile") {
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().contains("excludesfile") else { continue }
        let path = parts[1].filter { !" \t\r\"".contains($0) }
        files.append(Paths.absolute(path, from: home, home: environment.home))
      }
    }
    return files
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
