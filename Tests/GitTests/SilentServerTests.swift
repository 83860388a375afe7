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
    var talk = Talk(scratch, "\(scheme)://127.0.0.1:\(listener.port)/x")
    talk.environment.longestSilence = 0.5
    let start = ContinuousClock.now
    #expect(talk.failure()?.code == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test(arguments: ["git", "http", "https", "ssh"])
  func canBeInterrupted(_ scheme: String) throws {
    let listener = try Listener()
    var talk = Talk(scratch, "\(scheme)://127.0.0.1:\(listener.port)/x")
    let start = ContinuousClock.now
    talk.environment.isInterrupted = { ContinuousClock.now - start > .milliseconds(300) }
    #expect(talk.failure()?.code == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
