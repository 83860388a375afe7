import Foundation
@testable import MemoKit
import TaskFile
import TestSupport
import Testing

@Suite struct StatsTests {
  @Test func percentilesAreByNearestRank() {
    #expect(Distribution([]) == nil)
    #expect(Distribution([7]).map { [$0.median, $0.percentile85] } == [7, 7])
    #expect(Distribution([4, 1, 3, 2]).map { [$0.median, $0.percentile85] } == [2, 4])
    #expect(Distribution(Array(1...20)).map { [$0.median, $0.percentile85] } == [10, 17])
    #expect(Distribution(Array(1...21)).map { [$0.median, $0.percentile85] } == [11, 18])
    #expect(Distribution(Array(1...100)).map { [$0.median, $0.percentile85] } == [50, 85])
  }

  @Test(arguments: [
    ("2026-11-16", "2026-W47"), ("2024-12-30", "2025-W01"), ("2020-12-28", "2020-W53"),
    ("2026-12-28", "2026-W53"), ("2027-01-04", "2027-W01"), ("2017-01-02", "2017-W01"),
  ])
  func weeksAreNamedAsInISO8601(monday: String, name: String) throws {
    let date = try #require(CalendarDate(iso: monday))
    #expect(StatsReport.Week(monday: date, done: 0).name == name)
  }

  /// Sunday evening in London is Monday in Tokyo.
  ///
  /// The day is that of the person who finished the task, as in the log and the archive.
  @Test func weeksFollowThePersonsTimeZone() throws {
    let bench = try Bench()
    try bench.shell(
      "git mv todo/a.md done/; git commit -qm Done --date=2026-11-15T20:00Z; git status --short")
    for hours in [0, 9, -11] {
      var environment = bench.desk.environment
      environment.utcOffset = { _ in hours * 3600 }
      let report = try Store.open(bench.desk.scratch("kim"), environment: environment).stats()
      #expect(report.weeks.filter { $0.done == 1 }.map(\.name) == ["2026-W46"])
    }
  }

  /// `a` was finished before, `b` after, and `d` was added and finished after the cut.
  @Test func shallowHistoriesAreCounted() throws {
    let bench = try Bench()
    try bench.shell(
      """
      day() { export GIT_AUTHOR_DATE=2026-11-$1T12:00Z; }
      day 02; git mv todo/a.md done/; git commit -qm 'a is done'
      day 03; git commit -q --allow-empty -m 'Cut off here'
      day 04; git mv todo/b.md done/; echo D > todo/d.md; git add -A; git commit -qm Next
      day 06; git mv todo/d.md done/; git commit -qm 'd is done'
      git clone -q --depth 3 "file://$PWD" ../cut
      """)
    let whole = try bench.store().stats()
    #expect((whole.done, whole.leadTime?.count, whole.isCutOff) == (3, 3, false))
    let cut = try Store.open(bench.desk.scratch("cut"), environment: bench.desk.environment).stats()
    #expect((cut.done, cut.isCutOff) == (2, true))
    #expect(cut.weeks.filter { $0.done > 0 }.map(\.name) == ["2026-W45"])
    #expect(cut.leadTime == Distribution([2 * 86_400]))
    #expect(cut.open.map(\.tasks) == [0, 1, 0, 0, 0])
  }

  /// Neither a wrong clock nor a broken file hides a task.
  @Test func oddTasksAreCounted() throws {
    let bench = try Bench()
    try bench.shell(
      "git mv todo/a.md done/; git commit -qm Done --date=2099-01-01T00:00Z; "
        + "sed -i 's/^title: /title: [/' done/a.md todo/b.md; git commit -qam Broken")
    let report = try bench.store().stats()
    #expect(report.done == 1)
    #expect(report.weeks.last?.done == 1)
    #expect(report.open.map(\.tasks) == [2, 0, 0, 0, 0])
  }
}
