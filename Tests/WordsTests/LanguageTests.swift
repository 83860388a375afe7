import Testing
import Words

/// The language of user interfaces, and forms of words.
@Suite struct LanguageTests {
  @Test(
    arguments: [
      ([:], .english), (["LANG": "ko_KR.UTF-8"], .korean), (["LANG": "ko_KR.utf8"], .korean),
      (["LANG": "de_DE.UTF-8"], .english),
      (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"], .korean),
      (["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "C"], .english),
      (["LC_ALL": "C.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"], .english),
      (["LC_ALL": "", "LANG": "ko_KR.UTF-8"], .korean),
      // Korean can't be shown there.
      (["LANG": "ko_KR.EUC-KR"], .english), (["LANG": "ko_KR"], .english),
      (["LANG": "ko_KR.UTF-8", "LC_CTYPE": "C"], .english),
      (["LANG": "kok_IN.UTF-8"], .english),
    ] as [([String: String], Language)])
  func theEnvironmentDecides(variables: [String: String], language: Language) {
    #expect(Language(environment: variables) == language)
  }

  @Test(
    arguments: [
      ([], .english), (["ko"], .korean), (["ko-KR", "en"], .korean), (["fr", "ko-KR"], .korean),
      (["en-GB", "ko"], .english), (["*"], .english), ([""], .english),
    ] as [([String], Language)])
  func theFirstKnownLanguageIsUsed(tags: [String], language: Language) {
    #expect(Language(preferred: tags) == language)
  }

  @Test func particlesFollowTheirWord() {
    let words = Language.korean.words
    let moves = [words.todo, words.doing, words.done].map { words.moveTo($0) }
    #expect(moves == ["할 일로 옮기기", "하는 중으로 옮기기", "완료로 옮기기"])
  }

  @Test func pluralsDifferFromSingulars() {
    let words = Language.english.words
    #expect(words.problems(1) == "1 problem")
    #expect(words.problems(2) == "2 problems")
    #expect(words.taskCount(0) == "0 tasks")
    #expect(words.inDays(1, "18:00") == "in 1 day 18:00")
    #expect(words.offline(0) == "offline")
    #expect(words.offline(1) == "offline, 1 waits")
    #expect(words.offline(3) == "offline, 3 wait")
    #expect(words.draftsLeft(1) != words.draftsLeft(2))
  }
}
