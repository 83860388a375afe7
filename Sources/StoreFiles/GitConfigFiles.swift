internal import Git

extension Store {
  /// The paths of git's configuration files: system, user and clone.
  ///
  /// Some may not exist.
  package var gitConfigFiles: [String] {
    let clone = gitFolder.map { ["\($0.common)/config", "\($0.own)/config.worktree"] } ?? []
    let (system, user) = Configuration.namedFiles { environment.variables[$0] }
    let users = [
      "\(environment.configFolder)/git/config", "\(environment.home ?? "")/.gitconfig",
    ]
    return [system ?? "/etc/gitconfig"] + (user.map { [$0] } ?? users) + clone
  }

  /// The contents of git's configuration files, and of included ones, that contain one of some
  /// words.
  ///
  /// Reading the configuration properly needs libgit2, which is slow to load. Usually no file
  /// contains the words, so memo doesn't load it.
  ///
  /// - Parameter words: In ASCII lower case. Matching ignores case.
  package func gitConfigs(mentioning words: String...) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var (paths, seen) = (gitConfigFiles[...], Set<String>())
    while let path = paths.popFirst() {
      // Files may include each other.
      guard seen.insert(path).inserted, seen.count < Self.mostConfigFiles,
        let text = WorkTree.content(at: path)
      else { continue }
      if words.contains(where: text.mentions) { found.append(text) }
      guard text.mentions("include") else { continue }
      // Read every included file: only git can evaluate the condition of an include.
      paths += text.configValues(ofKeysWith: "path").map {
        Paths.absolute($0, from: Paths.parent(of: path), home: environment.home)
      }
    }
    return found
  }

  private static let mostConfigFiles = 100
}

extension [UInt8] {
  /// Whether the text contains a word.
  ///
  /// - Parameter word: In ASCII lower case. Matching ignores case.
  fileprivate func mentions(_ word: String) -> Bool {
    ByteSearch(Array(word.utf8), isCaseSensitive: false).first(in: self, indices) != nil
  }

  /// The values of the keys that end with a name.
  ///
  /// - Parameter name: In lower case.
  func configValues(ofKeysWith name: String) -> [String] {
    String(decoding: self, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      guard let sign = line.firstIndex(of: "="),
        String(line[..<sign]).trimmingSpaces.lowercased().hasSuffix(name)
      else { return nil }
      var (value, isQuoted, isEscaped) = ("", false, false)
      for character in line[line.index(after: sign)...].drop(while: \.isWhitespace) {
        if !isEscaped, !isQuoted, character == "#" || character == ";" { break }
        if !isEscaped, character == "\"" { isQuoted.toggle() }
        isEscaped = !isEscaped && character == "\\"
        if !isEscaped, character != "\"" { value.append(character) }
      }
      return value.trimmingSpaces
    }
  }
}

extension Environment {
  /// The folder of the user's settings for all programs (`XDG_CONFIG_HOME`).
  var configFolder: String {
    variables["XDG_CONFIG_HOME"] ?? "\(home ?? "")/.config"
  }
}
