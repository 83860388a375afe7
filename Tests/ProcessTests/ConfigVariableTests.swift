import TestSupport
import Testing

/// memo uses git's variables for configuration files.
@Suite(.onItsOwnThread) struct ConfigVariableTests {
  private let person: Person

  init() throws {
    var person = try Person()
    for name in ["AUTHOR", "COMMITTER"].flatMap({ ["GIT_\($0)_NAME", "GIT_\($0)_EMAIL"] }) {
      person.environment[name] = nil
    }
    self.person = person
    try person.expect(
      """
      mkdir -p "$HOME/.config/git"
      printf '[user]\\n\\tname = Sue\\n\\temail = sue@example.org\\n' > cfg
      """)
  }

  private func author(_ variables: String) throws -> String {
    try person.type("export \(variables); memo add Milk >&2 && git log -1 --format=%an").output
  }

  @Test func theirFilesAreRead() throws {
    try person.expect("GIT_CONFIG_GLOBAL=$PWD/cfg memo init")
    #expect(try author("GIT_CONFIG_GLOBAL=$PWD/cfg") == "Sue\n")
    #expect(try author("GIT_CONFIG_NOSYSTEM=0 GIT_CONFIG_SYSTEM=$PWD/cfg") == "Sue\n")
    #expect(try author("GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_SYSTEM=$PWD/cfg") == "")
    #expect(try author("GIT_CONFIG_GLOBAL=/dev/null") == "")
    // They replace both files of the user.
    try person.expect("cp cfg \"$HOME/.config/git/config\"")
    #expect(try author("A=") == "Sue\n")
    #expect(try author("GIT_CONFIG_GLOBAL=/dev/null") == "")
    #expect(try author("GIT_CONFIG_GLOBAL=") == "")
  }

  @Test func settingsThatGitIgnoresAreIgnored() throws {
    try person.expect(
      """
      printf '[core]\\n\\texcludesFile = %s/ign\\n' "$PWD" >> cfg; echo secret.md > ign
      export GIT_CONFIG_GLOBAL=$PWD/cfg; memo init; echo '# S' > todo/secret.md; memo add Milk
      """)
    #expect(try person.expect("git ls-files todo") == "todo/milk.md\n")
    #expect(try person.expect("GIT_CONFIG_GLOBAL=$PWD/cfg memo list -q | wc -l") == "1\n")
  }

  /// libgit2 1.9 would write to the file that was added last.
  @Test(arguments: ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"])
  func nothingIsWrittenToThem(variable: String) throws {
    try person.expect("git init -q --bare ../hub.git")
    let before = try person.expect("cat cfg")
    try person.expect(
      """
      export \(variable)=$PWD/cfg GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=A \
        GIT_COMMITTER_EMAIL=a
      memo init --remote ../hub.git; memo context none
      """)
    #expect(try person.expect("cat cfg") == before)
    #expect(try person.expect("git config --local merge.memo.driver").contains("memo merge-file"))
    #expect(try person.expect("git config --local remote.origin.url").hasSuffix("hub.git\n"))
    #expect(
      try person.expect("git config --local remote.origin.fetch")
        == "+refs/heads/*:refs/remotes/origin/*\n")
  }

  /// memo finds the user's name in the same way as git.
  @Test func identityMatchesGit() throws {
    try person.expect(
      """
      printf '[user]\\n\\tname = Kim\\n\\temail = kim@example.org\\n' > ~/.gitconfig; memo init
      """)
    func isAsGit(_ setUp: String, name: String) throws {
      try person.expect(setUp)
      #expect(
        try person.expect("memo add Milk >&2 && git log -1 --format='%an %cn'")
          == "\(name) \(name)\n")
      try person.expect("git commit -q --allow-empty -m git")
      #expect(try person.expect("git log -1 --format='%an %cn'") == "\(name) \(name)\n")
    }
    try isAsGit(
      """
      printf '[includeIf "hasconfig:remote.*.url:https://work.example/**"]\\n\\tpath = %s/cfg\\n' \
        "$PWD" >> ~/.gitconfig
      git remote add origin https://work.example/tasks.git
      """, name: "Sue")
    try isAsGit("git remote set-url origin https://home.example/tasks.git", name: "Kim")
    try isAsGit(
      """
      printf '[includeIf "onbranch:b*"]\\n\\tpath = %s/cfg\\n' "$PWD" >> ~/.gitconfig
      git checkout -q -b bank
      """, name: "Sue")
    try isAsGit(
      """
      git checkout -q -b main-2; git config extensions.worktreeConfig true
      git config core.repositoryFormatVersion 1; git config --worktree user.name Wim
      """, name: "Wim")
    #expect(
      try author("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=Count")
        == "Count\n")
    #expect(try author("GIT_CONFIG_PARAMETERS=\"'user.name'='Para'\"") == "Para\n")
  }
}
