internal import Git
internal import StoreFiles
internal import TaskFile

/// What lies beside the task folders.
struct LooseFiles {
  /// Markdown files, at any depth, besides those of the folders, in the order of their paths.
  var paths: [String] = []
  /// The folders in which another program keeps tasks, and how many of these.
  var folders: [(path: String, count: Int)] = []
}

extension Store {
  /// Markdown files beside the task folders, at any depth.
  ///
  /// What is hidden, ignored, or in another repository is nobody's note. Only told of, so that
  /// what can't be listed is left out.
  func looseFiles() -> LooseFiles {
    let folders = Set(Status.allCases.map(\.rawValue))
    // What can't be asked is told of.
    func besidesIgnored(_ paths: [String]) -> [String] {
      let ignored = (try? ignored(paths)) ?? []
      return paths.filter { !ignored.contains(PathKey($0)) }
    }
    var found = LooseFiles()
    var names: [String: [String]] = [:]
    let tops = (WorkTree.names(in: root) ?? []).filter {
      !folders.contains($0) && (!$0.hasPrefix(".") || $0 == ".kanbn")
    }
    for name in besidesIgnored(tops) {
      guard let status = try? files.status(of: name) else { continue }
      if status.kind == .folder {
        let entries = (try? files.list(name, upTo: Limits.listDepth)) ?? []
        let paths = entries.filter {
          $0.kind == .regular && $0.isUTF8 && StoredTask.isTaskName(Paths.name(of: $0.path))
        }.map(\.path)
        for path in besidesIgnored(paths) {
          if !name.hasPrefix(".") { found.paths.append(path) }
          if OtherFolder.isReadMe(path) { continue }
          names[Paths.parent(of: path), default: []].append(path)
        }
      } else if status.kind == .regular, StoredTask.isTaskName(name), name != "README.md" {
        found.paths.append(name)
      }
    }
    found.folders = names.filter { holdsTasks($0.key, $0.value) }
      .map { ($0.key, $0.value.count) }.sorted { $0.path.precedes(path: $1.path) }
    // They are told of by themselves.
    let others = Set(found.folders.flatMap { names[$0.path] ?? [] })
    found.paths = found.paths.filter { !others.contains($0) }.sorted { $0.precedes(path: $1) }
    return found
  }

  /// How many files of a folder are looked into.
  private static let mostLookedInto = 10

  /// Whether the files of a folder look like another program's tasks: most of them say a status, and
  /// most of those one that leaves no doubt, or kanbn keeps them.
  ///
  /// Articles have statuses as well.
  func holdsTasks(_ folder: String, _ paths: [String]) -> Bool {
    if folder == ".kanbn/tasks" { return true }
    let looked = paths.prefix(Self.mostLookedInto)
    let tasks = looked.compactMap { path -> TaskDocument? in
      // What can't be read says none.
      guard let bytes = try? files.read(path, atMost: Limits.taskBytes).bytes else { return nil }
      let document = TaskDocument(bytes)
      return document.keys.contains("status") ? document : nil
    }
    let known = tasks.count { task in
      guard case .text(let text)? = task.value(of: "status") else { return false }
      return settings.aliases?.word(text, of: "status") != nil
        || AliasProposal.status(called: text) != nil
    }
    return known > 0 && known * 2 >= tasks.count && tasks.count * 2 >= looked.count
  }
}
