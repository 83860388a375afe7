import Terminal
import Testing

@Suite struct LocaleDatesTests {
  // Locales that aren't installed are skipped.
  @Test(arguments: [
    ("en_US.UTF-8", "%m/%d/%Y", "December", "Monday"),
    ("de_DE.UTF-8", "%d.%m.%Y", "Dezember", "Montag"),
    ("fr_FR.UTF-8", "%d/%m/%Y", "décembre", "lundi"),
    ("ja_JP.UTF-8", "%Y年%m月%d日", "12月", "月曜日"),
  ]) func namesAndOrderAreTheLocales(name: String, format: String, month: String, day: String) {
    guard let dates = LocaleDates(environment: ["LANG": name]) else { return }
    #if !canImport(Darwin)
    #expect(dates.format == format)
    #expect(dates.months.last?.first == month)
    #expect(dates.weekdays.first?.first == day)
    #endif
    #expect(dates.months.count == 12 && dates.weekdays.count == 7)
    #expect(!dates.format.isEmpty && (dates.months + dates.weekdays).allSatisfy { $0.count == 2 })
  }

  @Test func theFirstNonEmptyVariableDecides() {
    // These two locales always differ.
    let (none, plain) = ("xx_XX.UTF-8", "C")
    #expect(LocaleDates(environment: ["LC_ALL": plain, "LC_TIME": "de_DE.UTF-8"]) == nil)
    #expect(
      LocaleDates(environment: ["LC_TIME": "de_DE.UTF-8", "LANG": none])
        == LocaleDates(environment: ["LANG": "de_DE.UTF-8"]))
    #expect(
      LocaleDates(environment: ["LC_ALL": "", "LC_TIME": "", "LANG": "de_DE.UTF-8"])
        == LocaleDates(environment: ["LANG": "de_DE.UTF-8"]))
    #expect(LocaleDates(environment: ["LC_MESSAGES": "de_DE.UTF-8"]) == nil)
  }

  @Test(arguments: ["C", "POSIX", "C.UTF-8", "C.utf8", "", "xx_XX.UTF-8", "../etc"])
  func unknownLocalesAreIgnored(name: String) {
    #expect(LocaleDates(environment: ["LANG": name]) == nil)
  }
}
