internal import Git
internal import StoreFiles

/// A commit in a folder of ten thousand files writes a quarter of a megabyte, of which a pack needs
/// a few bytes. git packs when so many objects are loose, whatever their size, and only after its
/// own commands.
///
/// git does the work, where it is installed, behind the back of the command: its packs are better
/// than libgit2's, it knows of alternates, promised objects and packs that somebody keeps, and
/// another git, or `git gc`, at the same time is what it is made for. What is asked for here takes
/// over every object, also what nothing refers to yet; so what a reflog or the index needs can't
/// be lost, whatever they say at that moment.
extension Store {
  /// Lets git pack what is loose, if that has become much; doesn't wait for it.
  ///
  /// Not where `gc.auto` is 0, with which people say that they do such things themselves.
  func packIfGrown(_ git: StoreGit) {
    let repository = git.repository
    let mark = PackingMark(repository.commonDirectory)
    let loose = repository.looseBytes
    guard loose > Self.leastBytes, loose > repository.packedBytes / 2 else {
      mark.remove()
      return
    }
    // What can't be run now is tried again by a later command; configuration that can't be read
    // stops git itself.
    guard let tries = mark.nextTry(repository.newestPack),
      (try? repository.string("gc.auto")) != "0", let program = environment.path(of: "git"),
      let shell = environment.path(of: "sh")
    else { return }
    mark.write(tries, 0)
    let script =
      repository.isPartialClone ? Self.repack : "\(Self.repack) --geometric=2 || \(Self.repack)"
    // Nothing waits for it, and what stays loose is as safe; the next command tries again.
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

  /// Less is not worth a process.
  private static let leastBytes: Int64 = 2_000_000

  /// Packs what is loose.
  ///
  /// With `--geometric` the smallest packs go into the same one, so that each object is packed
  /// again a few times only, however often this is done. A git before 2.32 doesn't know it, and
  /// what is promised but not here, or kept elsewhere, it may not put up with.
  ///
  /// It has time, and is not to take any from the next command: one thread of the lowest priority.
  private static let repack =
    #"nice -n 19 "$0" -c pack.threads=1 --git-dir="$1" repack -d -l -q"#
}

/// Notes in git's folder that packing was begun: until somebody sees that it helped.
private struct PackingMark {
  private let path: String

  init(_ folder: String) { path = "\(folder)/memo/packing" }

  /// Which try the next one would be, from 0; nil while one is at work, or it is too early.
  ///
  /// Where packing doesn't help, as on a full disk, it is tried again later and later. It has helped
  /// where there is a pack since, though as much has come meanwhile: a machine that is busy takes
  /// long for one, and a second beside it would take longer.
  ///
  /// - Parameter newestPack: When it was written.
  func nextTry(_ newestPack: FileStatus.Time?) -> Int? {
    guard let begun = WorkTree.status(at: path) else { return 0 }
    let words = String(decoding: WorkTree.content(at: path) ?? [], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map { Int32($0) ?? 0 }
    let age = FileStatus.Time.now.seconds - begun.modified.seconds
    // Another process may have its number by now, and a clock that was set back must not keep it
    // from ever being done.
    if age >= 0, age < Self.longest, words.count > 1, OtherProcess.isRunning(words[1]) {
      return nil
    }
    let hasHelped = newestPack.map { $0.seconds >= begun.modified.seconds } ?? false
    let tries = hasHelped ? 0 : min(max(Int(words.first ?? 0), 0), Self.mostTries)
    let pause = Self.pause << Int64(2 * tries)
    return age >= 0 && age < pause ? nil : tries + 1
  }

  /// - Parameter process: Who packs; 0 for nobody yet.
  func write(_ tries: Int, _ process: Int32) {
    // Without it, it is tried too often.
    try? WorkTree.write("\(tries) \(process)\n".utf8, to: path)
  }

  func remove() {
    // Without one, nothing is to be done.
    try? WorkTree.removeFile(path)
  }

  /// In seconds; longer than git takes for what a few commands leave.
  private static let pause: Int64 = 5
  /// After so many, a day goes by.
  private static let mostTries = 7
  /// In seconds; what is at work for longer is not waited for.
  private static let longest: Int64 = 86_400
}
