extension String {
  /// Whether git would check a file out at this path, whatever the disk makes of names.
  ///
  /// git refuses paths that lead out of the work tree or into the repository itself: parts that
  /// are empty, `.`, `..`, or `.git`; and what some disks take for `.git`, in other letters, with
  /// characters that HFS+ doesn't see, or as NTFS abbreviates it. A tree that somebody sends may
  /// hold any of them.
  public var isCheckoutPath: Bool {
    utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { Substring($0).isCheckoutName }
  }
}

extension Substring {
  /// Whether one part of a path is one that git checks out.
  var isCheckoutName: Bool {
    if isEmpty || self == "." || self == ".." || utf8.contains(0) { return false }
    return !isDotGitOnNTFS && (utf8.allSatisfy { $0 < 0x80 } || !isDotGitOnHFS)
  }

  /// `.git` and `git~1`, also with what NTFS ignores behind them: dots, spaces, the name of a
  /// stream, or a folder below it.
  private var isDotGitOnNTFS: Bool {
    let bytes = Array(utf8)
    guard let name = [".git", "git~1"].first(where: { lowercased().utf8.starts(with: $0.utf8) })
    else { return false }
    for byte in bytes[name.utf8.count...] {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":") { return true }
      if byte != UInt8(ascii: ".") && byte != UInt8(ascii: " ") { return false }
    }
    return true
  }

  private var isDotGitOnHFS: Bool {
    var seen = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isIgnoredByHFS { seen.append(scalar) }
    return String(seen).lowercased() == ".git"
  }
}

extension Unicode.Scalar {
  fileprivate var isIgnoredByHFS: Bool {
    switch value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
