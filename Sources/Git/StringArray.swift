internal import CGit2

/// Lends Swift strings as the array type that libgit2 wants, for the length of a call.
func withStringArray<Result>(_ strings: [String], _ body: (git_strarray) -> Result) -> Result {
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { $0.copyAsCString() }
  defer { for copy in copies { copy?.deallocate() } }
  return copies.withUnsafeMutableBufferPointer { buffer in
    body(git_strarray(strings: buffer.baseAddress, count: buffer.count))
  }
}

/// Takes over an array that libgit2 made.
func takeStrings(
  _ operation: StaticString, _ make: (inout git_strarray) -> Int32
) throws(GitError) -> [String] {
  var array = git_strarray()
  try check(operation, make(&array))
  defer { git_strarray_dispose(&array) }
  return (0..<array.count).compactMap { index in
    array.strings?[index].map { String(cString: $0) }
  }
}
