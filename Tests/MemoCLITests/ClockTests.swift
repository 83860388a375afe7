import MemoCLI
import TestSupport
import Testing

/// With a wrong clock, no command fails, and git can read the repository.
@Suite struct ClockTests {
  @Test(arguments: [
    0, -2_208_988_800, 253_402_300_799, Int64.max - 100_000, Int64.min + 100_000,
  ])
  func anyClockWorks(seconds: Int64) throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    desk.memo("add", "Before", "-d", "2026-12-01")
    desk.setClock(seconds)
    for command in [
      ["add", "Then", "-d", "tomorrow"], ["set", "before", "deadline=fri"], ["list"], ["board"],
      ["start", "before"], ["log"], ["status"], ["show", "before"], ["list", "overdue"],
    ] {
      let outcome = desk.memo(command)
      // There is no tomorrow after the year 9999.
      #expect([0, 64].contains(outcome.status.rawValue), "\(command): \(outcome.error)")
    }
    #expect(try desk.complaints() == "")
    // With the right time again, nothing is lost.
    desk.setClock(1_795_187_045)
    #expect(desk.memo("add", "After").status == .done)
    #expect(desk.memo("list", "after").output.hasSuffix("  After\n"))
    #expect(try desk.read("doing/before.md").contains("title: Before\n"))
    #expect(try desk.complaints() == "")
  }
}
