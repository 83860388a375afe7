import Terminal
import Testing

@Suite struct BarTests {
  @Test(arguments: [
    (0, 8, "", ""), (8, 8, "████", "####"), (4, 8, "██", "##"), (1, 8, "▌", "#"),
    (3, 8, "█▌", "##"), (1, 1000, "▏", "#"), (7, 9, "███", "###"), (9, 8, "████", "####"),
    (5, 0, "", ""),
  ])
  func barsAreAsLongAsTheirValue(value: Int, most: Int, unicode: String, ascii: String) {
    #expect(Bar.text(value, of: most, cells: 4, isUnicode: true) == unicode)
    #expect(Bar.text(value, of: most, cells: 4, isUnicode: false) == ascii)
  }

  @Test(arguments: [
    ([:], true), (["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"], false), (["LC_CTYPE": "en_US.utf8"], true),
    (["LC_ALL": "", "LANG": "ja_JP.eucJP"], false), (["LC_TIME": "C"], true),
  ])
  func theLocaleDecidesOnUnicode(environment: [String: String], isUTF8: Bool) {
    #expect(CharacterSet.isUTF8(environment: environment) == isUTF8)
  }
}
