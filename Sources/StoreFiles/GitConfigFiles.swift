internal import Git

extension Store {
  /// The files in which git's configuration may be, of the machine, the user and the clone.
  package var gitConfigFiles: [String] {
    let clone = gitFolder.map { ["\($0.common)/config", "\($0.own)/config.worktree"] } ?? []
    let (system, user) = Configuration.namedFiles { environment.variables[$0] }
    let users = [
      "\(environment.configFolder)/git/config", "\(environment.home ?? "")/.gitconfig",
    ]
    return [system ?? "/etc/gitconfig"] + (user.map { [$0] } ?? users) + clone
  }

  /// What stands in those of them that have one of some words, in whatever case.
  ///
  /// Only git knows how to read its configuration; but to ask it means starting libgit2, and nearly
  /// always no file has what is looked for.
  /// - Parameter words: In small letters of ASCII.
  package func gitConfigs(mentioning words: String...) -> [[UInt8]] {
    gitConfigFiles.compactMap { path in
      WorkTree.content(at: path).flatMap { text in
        words.contains { text.mentions(Array($0.utf8)) } ? text : nil
      }
    }
  }
}

extension [UInt8] {
  /// Every command asks this of some files: to make strings of them to search takes longer than to
  /// read a hundred tasks.
  fileprivate func mentions(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = 0
    while count - start >= word.count {
      if self[start].lowercased == first,
        word.indices.allSatisfy({ self[start + $0].lowercased == word[$0] })
      {
        return true
      }
      start += 1
    }
    return false
  }
}

extension UInt8 {
  /// A letter of ASCII as a small one.
  fileprivate var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension Environment {
  /// Where programs keep the user's settings.
  var configFolder: String {
    variables["XDG_CONFIG_HOME"] ?? "\(home ?? "")/.config"
  }
}
