internal import BoardModel
internal import HummingbirdCore
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import Synchronization

extension WebServer {
  /// Server-sent events: one for each revision, and a regular beat.
  ///
  /// The beat lets a page tell a live server from a hanging one.
  ///
  /// - Parameter digest: The digest of the listener's key.
  func events(for digest: String) -> ResponseBody {
    let revisions = hub.revisions(for: digest)
    return ResponseBody { [self] writer in
      try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
      var told: Int?
      for await revision in revisions {
        // A revoked device gets this event and nothing more.
        let now = context.environment.now()
        takeMessages(at: now)
        guard visitor(digest) != nil else {
          try await writer.write(ByteBuffer(string: "event: out\ndata: sent away\n\n"))
          return try await writer.finish(nil)
        }
        // An open page counts as a visit, even without requests.
        register.withLock { _ = $0.see(digest, at: now) }
        guard revision != told else {
          try await writer.write(ByteBuffer(string: "event: beat\ndata: still here\n\n"))
          continue
        }
        told = revision
        let changed = hub.serverState.storeState?.changed.map(\.name).sorted().prefix(50)
        // The first event only gives the current revision; the page may have missed changes.
        try await writer.write(
          ByteBuffer(
            string: "id: \(revision)\ndata: revision=\(revision)&changed="
              + "\((changed ?? []).map(FormFields.encoded).joined(separator: "+"))\n\n"))
      }
      // A newer stream replaced this one, so the page reconnects later; pages take turns.
      if !hub.hasEnded { try await writer.write(ByteBuffer(string: "retry: 10000\n\n")) }
      try await writer.finish(nil)
    }
  }
}
