internal import CGit2

/// One line of git's configuration.
struct ConfigEntry: Hashable {
  /// Section and key in small letters, what is between them as it is written.
  var name: String
  var value: String
}

/// All entries of a section, from the least to the most special.
///
/// - Parameters:
///   - section: As `remote`.
///   - keys: How the names end, as `.url`; none for all.
func configEntries(
  of section: String, _ keys: [String], _ config: OpaquePointer
) throws(GitError) -> [ConfigEntry] {
  // libgit2 can look for an expression, but until 1.6 it loses 20 KB for each name that it compares
  // (`git_regexp_match` with PCRE2 keeps what it matches in, and never frees it).
  try readEntries("git_config_iterator_new") { git_config_iterator_new(&$0, config) }
    .filter { entry in
      entry.name.hasPrefix("\(section).")
        && (keys.isEmpty || keys.contains { entry.name.hasSuffix($0) })
    }
}

/// All values of a setting that may have several.
func configValues(_ key: String, _ config: OpaquePointer) throws(GitError) -> [String] {
  do throws(GitError) {
    return try readEntries("git_config_multivar_iterator_new") {
      git_config_multivar_iterator_new(&$0, config, key, nil)
    }.map(\.value)
  } catch {
    // A remote may have a name that no setting can have.
    guard error.code == .notFound || error.code == .invalidSpecification else { throw error }
    return []
  }
}

private func readEntries(
  _ operation: StaticString,
  _ make: (inout OpaquePointer?) -> Int32
) throws(GitError) -> [ConfigEntry] {
  var iterator: OpaquePointer?
  try check(operation, make(&iterator))
  defer { git_config_iterator_free(iterator) }
  var entries: [ConfigEntry] = []
  while true {
    var raw: UnsafeMutablePointer<git_config_entry>?
    let status = git_config_next(&raw, iterator)
    if status == GIT_ITEROVER.rawValue { return entries }
    try check("git_config_next", status)
    guard let entry = raw?.pointee, let name = entry.name else { continue }
    entries.append(
      ConfigEntry(
        name: String(cString: name), value: entry.value.map { String(cString: $0) } ?? ""))
  }
}
