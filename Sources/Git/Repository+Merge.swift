internal import CGit2

extension Repository {
  /// All best common ancestors of two commits, sorted: one, unless branches were merged into
  /// one another crosswise; none for histories that have nothing in common.
  public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow { return try shallowMergeBases(a, b) }
    var (bases, one, other) = (git_oidarray(), a.raw, b.raw)
    defer { git_oidarray_dispose(&bases) }
    let status = git_merge_bases(&bases, pointer, &one, &other)
    guard try checkFound("git_merge_bases", status) else { return [] }
    return (0..<bases.count).map { ObjectID(bases.ids[$0]) }.sorted()
  }

  /// Merges the lines of a file as git does.
  ///
  /// - Returns: Nil for a conflict, and for files that are not text.
  public static func mergeLines(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws(GitError) -> [UInt8]? {
    Runtime.started
    guard ![base, ours, theirs].contains(where: { $0.contains(0) }) else { return nil }
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    let status = withInput(base) { base in
      withInput(ours) { ours in
        withInput(theirs) { theirs in git_merge_file(&result, base, ours, theirs, nil) }
      }
    }
    try check("git_merge_file", status)
    guard result.automergeable == 1 else { return nil }
    guard let text = result.ptr else { return [] }
    return Array(UnsafeRawBufferPointer(start: text, count: result.len))
  }

  private static func withInput<Value>(
    _ bytes: [UInt8], _ body: (UnsafePointer<git_merge_file_input>) -> Value
  ) -> Value {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        var input = git_merge_file_input()
        git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
        input.ptr = buffer.baseAddress
        input.size = buffer.count
        return withUnsafePointer(to: &input, body)
      }
    }
  }
}
