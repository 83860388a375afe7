package import Git
package import StoreFiles

extension StoreGit {
  /// The commit that two sides are compared with; nil when they have nothing in common.
  ///
  /// Branches that were merged into one another crosswise have several best common ancestors.
  /// None of them alone knows what was changed since, so they are merged themselves, into a
  /// commit that no reference leads to.
  package func commonAncestor(_ ours: ObjectID, _ theirs: ObjectID) throws(MemoError) -> ObjectID? {
    let bases = try run("find the merge base", repository.mergeBases(ours, theirs))
    guard var ancestor = bases.first else { return nil }
    for base in bases.dropFirst() { ancestor = try virtualMerge(ancestor, base) }
    return ancestor
  }

  private func virtualMerge(_ one: ObjectID, _ other: ObjectID) throws(MemoError) -> ObjectID {
    // Histories that begin apart and met later: then the one is as good as the other.
    guard let base = try commonAncestor(one, other) else { return one }
    let merge = try TreeMerge(self, base: base, ours: one, theirs: other, isVirtual: true)
    return try run("write a common ancestor") { repository throws(GitError) in
      let committers = [
        try repository.commit(one).committer, try repository.commit(other).committer,
      ]
      let newest = committers.max { $0.seconds < $1.seconds } ?? committers[0]
      return try repository.writeCommit(
        tree: try repository.writeTree(basedOn: one, merge.treeEdits), parents: [one, other],
        message: "common ancestor\n", author: newest, committer: newest)
    }
  }
}

extension TreeMerge {
  /// The edits, for the writer of trees.
  package var treeEdits: [TreeEdit] {
    edits.map { file in
      file.result.map { .put(path: file.path, id: $0.id, mode: $0.mode) }
        ?? .remove(path: file.path)
    }
  }
}
