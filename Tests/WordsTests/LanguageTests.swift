import Testing
import Words

/// The language of user interfaces, and Korean particles.
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
    #expect(words.moveTo("x") == "x(으)로 옮기기")
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

  /// After a consonant the subject's particle is another one than after a vowel.
  @Test(arguments: [
    ("박준", "박준이"), ("김민수", "김민수가"), ("민수 (집)", "민수 (집)이"), ("팀 7", "팀 7이"), ("팀 2", "팀 2가"),
    ("Kim", "Kim이(가)"), ("", "이(가)"), ("\u{1107}\u{1161}\u{11A8}", "\u{1107}\u{1161}\u{11A8}이(가)"),
  ])
  func particlesFollowTheLastLetter(name: String, subject: String) {
    #expect(Language.korean.words.deletedTheTask(name) == "그사이 \(subject) 작업을 삭제했습니다")
  }
}
