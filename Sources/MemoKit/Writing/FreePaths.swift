internal import Git

/// Finds paths for files that want one that is taken.
///
/// Remembers how far it has looked, since whoever asks takes what is found: of thousands that
/// want one name each is found at once.
struct FreePaths {
  /// The number behind each path that was given away last.
  private var numbers: [PathKey: Int] = [:]

  /// A path like this one that nobody has, with `-2`, `-3`, … before the ending if need be.
  mutating func free<Failure>(
    like path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    guard try isTaken(path) else { return path }
    let base = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
    var number = numbers[PathKey(base)] ?? 2
    while try isTaken("\(base)-\(number).md") { number += 1 }
    numbers[PathKey(base)] = number
    return "\(base)-\(number).md"
  }
}

extension Store {
  /// The same for one file.
  static func freePath<Failure>(
    _ path: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String {
    var paths = FreePaths()
    return try paths.free(like: path, isTaken: isTaken)
  }
}
