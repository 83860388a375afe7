internal import Git
internal import StoreFiles

/// Packs loose objects in the background with git, if it is installed.
///
/// In a folder of ten thousand files, each commit writes a tree of 250 KB, which needs a few bytes
/// in a pack. git itself packs only after its own commands, and `git gc` locks branches meanwhile.
///
/// git handles alternates, kept packs and concurrent processes. The command packs unreferenced
/// objects, too, so nothing that a reflog or the index needs is lost.
extension Store {
  /// Starts git to pack loose objects if there are many, and doesn't wait.
  ///
  /// Does nothing if `gc.auto` is 0.
  func packIfGrown(_ git: StoreGit) {
    let repository = git.repository
    let mark = "\(repository.commonDirectory)/memo/packing"
    // Object ids are uniformly distributed, so a few of the 256 folders show how many there are.
    let folders = stride(from: 0x17, to: 0x100, by: 0x10).map { String($0, radix: 16) }
    let sample = folders.reduce(0) {
      $0 + (WorkTree.names(in: "\(repository.commonDirectory)/objects/\($1)") ?? []).count
    }
    guard sample * 256 / folders.count > Self.mostLoose else {
      // It has helped. A remaining mark only delays packing.
      try? WorkTree.removeFile(mark)
      return
    }
    // Packing is running, or has failed, as on a full disk.
    if let begun = WorkTree.status(at: mark)?.modified {
      // A clock that was set back must not stop packing forever.
      let age = FileStatus.Time.now.seconds - begun.seconds
      if age >= 0, age < Self.pause { return }
    }
    // If the configuration can't be read, git itself fails.
    guard (try? repository.string("gc.auto")) != "0", let program = environment.path(of: "git"),
      let shell = environment.path(of: "sh")
    else { return }
    // Without the mark, packing is started too often.
    try? WorkTree.write([], to: mark)
    // Nothing depends on it; a later command tries again.
    _ = try? Program(
      shell,
      ["-c", Self.script, program, repository.gitDirectory]
        + (repository.isPartialClone ? [] : ["--geometric=2"]),
      in: repository.commonDirectory, environment: environment.foreignVariables
    ).run()
  }

  /// In seconds, after an attempt that has not helped.
  private static let pause: Int64 = 3600

  /// Fewer loose objects, which take 2 MB or more, are not worth a process.
  private static let mostLoose = 500

  /// Packs loose objects in one thread with the lowest priority.
  ///
  /// With `--geometric`, git combines the smallest packs, so that it packs each object only a few
  /// times. git refuses that in partial clones.
  private static let script =
    #"nice -n 19 "$0" -c pack.threads=1 --git-dir="$1" repack -d -l -q $2 "#
    + "</dev/null >/dev/null 2>&1 &"
}
