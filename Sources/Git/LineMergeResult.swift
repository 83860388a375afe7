internal import CGit2

/// A line-based merge of a file, as git does it.
public struct LineMergeResult: Hashable, Sendable {
  /// The merged content, with conflict markers where both sides changed the same lines.
  public var bytes: [UInt8]
  public var isClean: Bool

  public struct Labels: Hashable, Sendable {
    public var base: String
    public var ours: String
    public var theirs: String

    public init(base: String, ours: String, theirs: String) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// - Parameter markerSize: The length of a conflict marker.
  /// - Returns: Nil for binary files.
  public init?(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], labels: Labels? = nil,
    markerSize: UInt16 = 7
  ) throws(GitError) {
    Runtime.started
    guard ![base, ours, theirs].contains(where: { $0.contains(0) }) else { return nil }
    let labels = labels ?? Labels(base: "base", ours: "ours", theirs: "theirs")
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    var options = git_merge_file_options()
    git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION))
    options.marker_size = markerSize
    let status = labels.base.withCString { baseLabel in
      labels.ours.withCString { oursLabel in
        labels.theirs.withCString { theirsLabel in
          options.ancestor_label = baseLabel
          options.our_label = oursLabel
          options.their_label = theirsLabel
          return Self.withInput(base) { base in
            Self.withInput(ours) { ours in
              Self.withInput(theirs) { theirs in
                git_merge_file(&result, base, ours, theirs, &options)
              }
            }
          }
        }
      }
    }
    try check("git_merge_file", status)
    isClean = result.automergeable == 1
    bytes = result.ptr.map { Array(UnsafeRawBufferPointer(start: $0, count: result.len)) } ?? []
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
