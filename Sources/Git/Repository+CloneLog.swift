extension Repository {
  /// Takes out of the reflogs what nobody must see of an address.
  ///
  /// libgit2 notes the whole address in them that a clone came from; git leaves out what is
  /// before the host.
  func hide(_ address: RemoteAddress) throws(GitError) {
    guard address.description != address.text else { return }
    do throws(FileError) {
      let folder = try WorkTree(gitDirectory)
      for name in Self.files(below: "logs", in: gitDirectory) {
        let old = try folder.read(name).bytes
        let new = Array(address.hiding(in: String(decoding: old, as: UTF8.self)).utf8)
        if new != old { try folder.replace(name, with: new, expecting: old) }
      }
    } catch {
      throw GitError(code: .generic, operation: "reflog", message: error.description)
    }
  }

  private static func files(below folder: String, in place: String) -> [String] {
    (WorkTree.names(in: "\(place)/\(folder)") ?? []).flatMap { name in
      let path = "\(folder)/\(name)"
      return WorkTree.status(at: "\(place)/\(path)")?.kind == .folder
        ? files(below: path, in: place) : [path]
    }
  }
}
