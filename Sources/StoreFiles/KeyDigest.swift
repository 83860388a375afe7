internal import Git

/// What may be kept of a secret: enough to know it again, and not enough to find it.
package enum KeyDigest {
  /// The name that git gives to the text, in hexadecimal digits.
  ///
  /// That is SHA-1, whose inputs nobody finds from an output, and of a key of 128 bits of chance
  /// nobody can try all.
  package static func text(of key: String) -> String {
    do throws(GitError) {
      return try ObjectID.blob(Array("memo web key \(key)".utf8)).hex
    } catch {
      preconditionFailure("libgit2 hashes any bytes: \(error)")
    }
  }
}
