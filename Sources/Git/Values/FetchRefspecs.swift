/// What `remote.NAME.fetch` says: which of a remote's branches are noted here, and where.
public struct FetchRefspecs: Hashable, Sendable {
  /// As they are written in the settings.
  let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  /// The reference that follows a branch of the remote.
  ///
  /// - Returns: Nil where none does: the branch isn't fetched, or isn't noted anywhere.
  public func tracking(_ branch: String) -> String? {
    let source = "refs/heads/\(branch)"
    guard exclusion(of: branch) == nil else { return nil }
    return texts.lazy.filter { !$0.hasPrefix("^") }.compactMap {
      Self.target(of: source, by: Substring($0).drop { $0 == "+" })
    }.first
  }

  /// What leaves a branch of the remote out, as `^refs/heads/main`; nil where nothing does.
  public func exclusion(of branch: String) -> String? {
    texts.first {
      $0.hasPrefix("^")
        && Self.target(of: "refs/heads/\(branch)", by: Substring($0.dropFirst() + ":x")) != nil
    }
  }

  /// What a pair of patterns makes of a name; nil for another's, or for none.
  private static func target(of name: String, by refspec: Substring) -> String? {
    let sides = refspec.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty else { return nil }
    let (from, to) = (sides[0], sides[1])
    guard let star = from.firstIndex(of: "*") else {
      return name == from || name == "refs/heads/\(from)" ? whole(String(to)) : nil
    }
    let (before, behind) = (from[..<star], from[star...].dropFirst())
    guard name.hasPrefix(before), name.hasSuffix(behind),
      name.count >= before.count + behind.count
    else { return nil }
    let middle = name.dropFirst(before.count).dropLast(behind.count)
    return whole(String(to).replacing("*", with: String(middle), maxReplacements: 1))
  }

  /// git looks for a short name among its branches.
  private static func whole(_ name: String) -> String {
    name.hasPrefix("refs/") ? name : "refs/heads/\(name)"
  }
}
