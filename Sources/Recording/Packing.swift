internal import Git
internal import StoreFiles

/// Packs loose objects in the background with git, if it is installed.
///
/// In a folder of ten thousand files, each commit writes a tree of 250 KB, which needs a few bytes
/// in a pack. git itself packs by the number of objects, and only after its own commands.
///
/// git handles alternates, promised objects, kept packs and concurrent processes. The command packs
/// unreferenced objects, too, so nothing that a reflog or the index needs is lost.
extension Store {
  /// Starts git to pack loose objects if there are many, and doesn't wait.
  ///
  /// Does nothing if `gc.auto` is 0.
  func packIfGrown(_ git: StoreGit) {
    let repository = git.repository
    let mark = "\(repository.commonDirectory)/memo/packing"
    let loose = repository.looseBytes
    guard loose > Self.leastBytes, loose > repository.packedBytes / 2 else {
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
    let script =
      repository.isPartialClone ? Self.repack : "\(Self.repack) --geometric=2 || \(Self.repack)"
    // Nothing depends on it; a later command tries again.
    _ = try? Program(
      shell,
      [
        "-c", "{ \(script); } </dev/null >/dev/null 2>&1 &", program, repository.gitDirectory,
      ],
      in: repository.commonDirectory, environment: environment.foreignVariables
    ).run()
  }

  /// In seconds, after an attempt that has not helped.
  private static let pause: Int64 = 3600

  /// Fewer bytes are not worth a process.
  private static let leastBytes: Int64 = 2_000_000

  /// The command that packs loose objects, in one thread with the lowest priority.
  ///
  /// With `--geometric`, git combines the smallest packs, so that it packs each object only a few
  /// times. git before 2.32 lacks this option, and it can fail with promised objects.
  private static let repack =
    #"nice -n 19 "$0" -c pack.threads=1 --git-dir="$1" repack -d -l -q"#
}
