package import Git
package import StoreFiles

/// A branch that is about to be sent, as git tells the pre-push hook of it.
package struct BranchToSend {
  /// The branch here, with its whole name.
  let reference: String
  let commit: ObjectID
  let target: PushLink
  /// What the remote's branch was when it was last seen; nil where there is none.
  let former: ObjectID?

  package init(_ reference: String, _ commit: ObjectID, to target: PushLink, from former: ObjectID?)
  {
    self.reference = reference
    self.commit = commit
    self.target = target
    self.former = former
  }

  /// What the hook reads.
  var line: String {
    let none = String(repeating: "0", count: commit.hex.count)
    return "\(reference) \(commit.hex) refs/heads/\(target.branch) \(former?.hex ?? none)\n"
  }
}

extension StoreGit {
  /// Lets the pre-push hook look at what is about to be sent, once for each address, as git does.
  ///
  /// - Throws: ``MemoError`` of kind `remote` with what the hook said: nothing was sent.
  package func askBeforePush(
    of branch: BranchToSend, _ environment: Environment
  ) throws(MemoError) {
    let hooks = try Hooks(self, environment, author: nil)
    guard let path = try hooks.path(of: "pre-push") else { return }
    let name = branch.target.remote
    for url in try run("read the remote", repository.remote(named: name).pushURLs) {
      let ending = try hooks.run(path, [name, url], input: branch.line)
      guard ending.isSuccess else {
        throw MemoError(
          .remote,
          "the pre-push hook refused to send to \(branch.target.shortName) (it ended with "
            + "\(ending.code))",
          details: ending.output.split(separator: "\n").map(String.init),
          hints: ["the hook is \(path); 'memo sync' again asks it anew"])
      }
      hooks.tell(ending)
    }
  }
}
