import TestSupport
import Testing

/// git's variables for the files of its configuration are memo's as well.
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

  @Test func theFilesThatTheyNameAreRead() throws {
    try person.expect("GIT_CONFIG_GLOBAL=$PWD/cfg memo init")
    #expect(try author("GIT_CONFIG_GLOBAL=$PWD/cfg") == "Sue\n")
    #expect(try author("GIT_CONFIG_NOSYSTEM=0 GIT_CONFIG_SYSTEM=$PWD/cfg") == "Sue\n")
    #expect(try author("GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_SYSTEM=$PWD/cfg") == "")
    #expect(try author("GIT_CONFIG_GLOBAL=/dev/null") == "")
    // In place of both that the user has.
    try person.expect("cp cfg \"$HOME/.config/git/config\"")
    #expect(try author("A=") == "Sue\n")
    #expect(try author("GIT_CONFIG_GLOBAL=/dev/null") == "")
    #expect(try author("GIT_CONFIG_GLOBAL=") == "")
  }

  @Test func whatGitIgnoresThereIsIgnored() throws {
    try person.expect(
      """
      printf '[core]\\n\\texcludesFile = %s/ign\\n' "$PWD" >> cfg; echo secret.md > ign
      export GIT_CONFIG_GLOBAL=$PWD/cfg; memo init; echo '# S' > todo/secret.md; memo add Milk
      """)
    #expect(try person.expect("git ls-files todo") == "todo/milk.md\n")
    #expect(try person.expect("GIT_CONFIG_GLOBAL=$PWD/cfg memo list -q | wc -l") == "1\n")
  }
}
