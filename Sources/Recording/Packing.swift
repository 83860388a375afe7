internal import Git
internal import StoreFiles

/// Packs loose objects. In a folder of ten thousand files, each commit writes a tree of a quarter
/// of a megabyte, which needs a few bytes in a pack. git itself packs by the number of objects, and
/// only after its own commands.
///
/// git does this in the background, if it is installed. It handles alternates, promised objects and
/// kept packs, and other git processes at the same time. The command packs every object, also
/// unreferenced ones, so nothing that a reflog or the index needs can be lost.
extension Store {
  /// Starts git to pack loose objects if there are many, and doesn't wait.
  ///
  /// Does nothing if `gc.auto` is 0.
  func packIfGrown(_ git: StoreGit) {
    let repository = git.repository
    let mark = PackingMark(repository.commonDirectory)
    let loose = repository.looseBytes
    guard loose > Self.leastBytes, loose > repository.packedBytes / 2 else {
      mark.remove()
      return
    }
    // A later command tries again. If the configuration can't be read, git itself fails.
    guard let tries = mark.nextTry(repository.newestPack),
      (try? repository.string("gc.auto")) != "0", let program = environment.path(of: "git"),
      let shell = environment.path(of: "sh")
    else { return }
    mark.write(tries, 0)
    let script =
      repository.isPartialClone ? Self.repack : "\(Self.repack) --geometric=2 || \(Self.repack)"
    // Nothing depends on it. The next command tries again.
    let begun = try? Program(
      shell,
      [
        "-c", "{ \(script); } </dev/null >/dev/null 2>&1 & echo $!", program,
        repository.gitDirectory,
      ],
      in: repository.commonDirectory, environment: environment.foreignVariables
    ).run()
    mark.write(tries, begun.flatMap { Int32($0.output.trimmingSpaces) } ?? 0)
  }

  /// Fewer bytes are not worth a process.
  private static let leastBytes: Int64 = 2_000_000

  /// The command that packs loose objects.
  ///
  /// With `--geometric` the smallest packs are combined, so that each object is packed only a few
  /// times. git before 2.32 doesn't know this option, and it can fail with promised objects.
  ///
  /// It uses one thread with the lowest priority.
  private static let repack =
    #"nice -n 19 "$0" -c pack.threads=1 --git-dir="$1" repack -d -l -q"#
}

/// Notes in git's folder that packing was started, until a newer pack exists.
private struct PackingMark {
  private let path: String

  init(_ folder: String) { path = "\(folder)/memo/packing" }

  /// The number of the next attempt, from 0; nil while one is running, or if it is too early.
  ///
  /// If packing fails, as on a full disk, attempts become rarer. A newer pack means success, even
  /// if many objects were added meanwhile.
  ///
  /// - Parameter newestPack: When the newest pack was written.
  func nextTry(_ newestPack: FileStatus.Time?) -> Int? {
    guard let begun = WorkTree.status(at: path) else { return 0 }
    let words = String(decoding: WorkTree.content(at: path) ?? [], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map { Int32($0) ?? 0 }
    let age = FileStatus.Time.now.seconds - begun.modified.seconds
    // Another process may have the same number now, and a clock that was set back must not stop
    // packing forever.
    if age >= 0, age < Self.longest, words.count > 1, OtherProcess.isRunning(words[1]) {
      return nil
    }
    let hasHelped = newestPack.map { $0.seconds >= begun.modified.seconds } ?? false
    let tries = hasHelped ? 0 : min(max(Int(words.first ?? 0), 0), Self.mostTries)
    let pause = Self.pause << Int64(2 * tries)
    return age >= 0 && age < pause ? nil : tries + 1
  }

  /// - Parameter process: The process that packs; 0 if it hasn't started.
  func write(_ tries: Int, _ process: Int32) {
    // Without the note, packing is tried too often.
    try? WorkTree.write("\(tries) \(process)\n".utf8, to: path)
  }

  func remove() {
    // Without a note, nothing has to be removed.
    try? WorkTree.removeFile(path)
  }

  /// In seconds; longer than git takes for the objects of a few commands.
  private static let pause: Int64 = 5
  /// After this many attempts, it waits a day.
  private static let mostTries = 7
  /// In seconds.
  ///
  /// A longer process is ignored.
  private static let longest: Int64 = 86_400
}
