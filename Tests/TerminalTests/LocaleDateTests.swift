import Terminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct LocaleDateTests {
  private func text(_ environment: [String: String], year: Int = 2026) -> String {
    LocaleDate(environment: environment).text(year: year, month: 12, day: 1)
  }

  // The systems' own tables differ, and a day's name shows that its place in the week is known.
  #if canImport(Darwin)
  private static let local = [("ja_JP.UTF-8", "2026/12/01")]
  private static let categories: Int32 = 1 << 1 | 1 << 5
  #else
  private static let local = [
    ("ja_JP.UTF-8", "2026年12月01日"), ("ar_SA.UTF-8", "الثلاثاء  1 ديسمبر 2026"),
  ]
  private static let categories = Int32(1 << LC_CTYPE | 1 << LC_TIME)
  #endif

  // No machine has all of these; a locale that isn't installed is none.
  @Test(
    arguments: [
      ("en_US.UTF-8", "12/01/2026"), ("de_DE.UTF-8", "01.12.2026"), ("sv_SE.UTF-8", "2026-12-01"),
      ("xx_XX.UTF-8", "2026-12-01"), ("../etc", "2026-12-01"),
    ] + local)
  func aDateIsWrittenAsItsLocaleDoes(name: String, date: String) {
    let locale = newlocale(Self.categories, name, nil)
    #expect(text(["LANG": name]) == (locale == nil ? "2026-12-01" : date))
    if let locale { freelocale(locale) }
  }

  @Test func theFirstVariableThatSaysSomethingDecides() {
    func date(_ environment: [String: String]) -> LocaleDate {
      LocaleDate(environment: environment)
    }
    let german = date(["LANG": "de_DE.UTF-8"])
    #expect(date(["LC_TIME": "de_DE.UTF-8", "LANG": "en_US.UTF-8"]) == german)
    #expect(date(["LC_ALL": "de_DE.UTF-8", "LC_TIME": "en_US.UTF-8"]) == german)
    #expect(date(["LC_ALL": "", "LC_TIME": "", "LANG": "de_DE.UTF-8"]) == german)
    #expect(date(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]) == date([:]))
    #expect(date(["LC_MESSAGES": "de_DE.UTF-8"]) == date([:]))
    #expect(german != date([:]))
  }

  @Test func noLocaleMeansISO() {
    for name in ["C", "POSIX", "C.UTF-8", "C.utf8", ""] {
      #expect(text(["LANG": name]) == "2026-12-01")
      #expect(text(["LANG": name], year: 12) == "0012-12-01")
    }
  }
}
