import Foundation
import Git
import TestSupport
import Testing

/// Servers of the network that take a connection and then say nothing, or too little.
@Suite(.onItsOwnThread) struct SilentServerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func isGivenUp(_ scheme: String) throws {
    let listener = try Listener()
    let start = ContinuousClock.now
    let error = #expect(throws: GitError.self) {
      _ = try Repository.clone(
        "\(scheme)://127.0.0.1:\(listener.port)/x", to: scratch("never"),
        handlers: TransferHandlers(
          surroundings: Surroundings(environment: scratch.environment, patience: 0.5)))
    }
    #expect(error?.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(!scratch.exists("never"))
  }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func canBeInterrupted(_ scheme: String) throws {
    let listener = try Listener()
    let start = ContinuousClock.now
    #expect(throws: GitError.self) {
      _ = try Repository.clone(
        "\(scheme)://127.0.0.1:\(listener.port)/x", to: scratch("never"),
        handlers: TransferHandlers(
          surroundings: Surroundings(
            environment: scratch.environment,
            isInterrupted: { ContinuousClock.now - start > .milliseconds(300) })))
    }
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(!scratch.exists("never"))
  }
}
