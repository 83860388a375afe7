import Git
import TestSupport
import Testing

/// A moment of the clock on the wall.
@Suite struct ClockTimerTests {
  @Test(.enabled(if: Products.isOfLinux)) func theMomentComes() throws {
    let timer = ClockTimer()
    let descriptor = try #require(timer.descriptor)
    #expect(!timer.take())
    timer.set(after: 1_000_000)
    #expect(!timer.take())
    timer.set(after: 1)
    #expect(Readable.wait(for: [descriptor], upTo: 60) == [true])
    #expect(timer.take())
    // Once; and what is over comes at once.
    #expect(!timer.take())
    timer.set(after: -10)
    #expect(Readable.wait(for: [descriptor], upTo: 60) == [true])
    #expect(timer.take())
    for seconds in [Int64.max, .min] { timer.set(after: seconds) }
  }
}
