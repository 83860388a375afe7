import Foundation
@testable import Git
import TestSupport
import Testing

/// The words of others that memo goes by are still in the programs that say them.
///
/// Each of these programs has one number for many failures. Should a new version say something
/// else, this fails, and not the person whose server is down.
@Suite struct ForeignSentenceTests {
  /// Said by versions and programs that need not be installed.
  private static let elsewhere: Set = [
    // libgit2 with other TLS libraries.
    "indicated an eof", "unexpected disconnect", "connection is going to be closed",
    // A server's sshd, PuTTY's plink.
    "too many authentication failures", "no supported authentication methods", "access denied",
    "host key is not cached", "operation timed out", "connection to unknown port",
    // The shell at the other end.
    "command not found", "git-upload-pack: not found", "git-receive-pack: not found",
    // Hosting services.
    "repository not found", "repository does not exist", "no such repository",
    "could not be found", "either does not exist",
  ]

  private func missing(_ words: [String], from files: [String]) throws -> [String] {
    let text = try files.map {
      String(decoding: try Data(contentsOf: URL(filePath: $0)), as: Unicode.ASCII.self).lowercased()
    }
    let system = [ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH].map {
      String(cString: strerror($0)).lowercased()
    }
    return words.filter { word in
      !Self.elsewhere.contains(word) && !(text + system).contains { $0.contains(word) }
    }
  }

  /// What begins each of these is in the library; the number is put in.
  private func format(_ word: String) -> String {
    word.hasPrefix("status code: ") ? "status code: " : word
  }

  private static let library: String? = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    return maps.split(separator: "\n").first { $0.contains("/libgit2") }?
      .split(separator: " ").last.map(String.init)
  }()

  @Test(.enabled(if: library != nil)) func libgit2SaysIt() throws {
    let words =
      (ServerFailure.web + [ServerFailure.broken]).flatMap(\.words) + ServerFailure.chatter
      // Those that `GitError` goes by, and `Repository.clone`.
      + [
        "failed to fsync", "could not fsync", "failed to parse signature", "to parse bad commit",
        "timestamp", "safe.directory", "object not found",
        // And what a sync or a clone is told by.
        "invalid path",
      ]
    #expect(try missing(words.map(format), from: [try #require(Self.library)]) == [])
  }

  private static func place(_ names: String...) -> String? {
    names.first { FileManager.default.isReadableFile(atPath: $0) }
  }

  @Test(.enabled(if: place("/usr/bin/ssh") != nil)) func sshSaysIt() throws {
    #expect(try missing(ServerFailure.ssh.flatMap(\.words), from: ["/usr/bin/ssh"]) == [])
  }

  @Test(.enabled(if: place("/usr/lib/git-core/git-daemon") != nil)) func gitSaysIt() throws {
    let words = ServerFailure.server.flatMap(\.words) + ["not exported"]
    #expect(try missing(words, from: ["/usr/bin/git", "/usr/lib/git-core/git-daemon"]) == [])
  }
}
