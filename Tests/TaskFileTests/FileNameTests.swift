import TaskFile
import TestSupport
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("Buy milk", "buy-milk"),
    ("  --Buy_milk, (2 l)!  ", "buy-milk-2-l"),
    ("ÄRGER im Büro", "ärger-im-büro"),
    ("Größe & Maß", "größe-maß"),
    ("Купить молоко", "купить-молоко"),
    ("牛乳を買う。今日", "牛乳を買う-今日"),
    ("दूध ख़रीदो", "दूध-ख\u{93C}रीदो"),
    ("اشتر الحليب", "اشتر-الحليب"),
    ("Ⅷ x² ½ ٣", "ⅷ-x²-½-٣"),
    ("emoji 🎉 party", "emoji-party"), ("☎️ Call ✈️", "call"), ("🇩🇪 Trip", "trip"), ("❤️‍🔥", "task"),
    ("1️⃣ first", "1-first"),
    ("İstanbul", "i\u{307}stanbul"),
    ("../../etc/passwd", "etc-passwd"),
    (".hidden", "hidden"),
    ("a\u{0}b\nc\u{202E}d", "a-b-c-d"),
    ("", "task"), ("🎉 !?", "task"), (" - ", "task"),
    ("con", "con-"), ("NUL!", "nul-"), ("Com1", "com1-"), ("lpt9", "lpt9-"), ("LPT³", "lpt³-"),
    ("com0", "com0"), ("con man", "con-man"), ("com10", "com10"),
  ])
  func aTitleBecomesAName(title: String, name: String) {
    #expect(Array(FileName.slug(of: title).utf8) == Array(name.utf8))
  }

  @Test func decomposedLettersAreComposed() {
    #expect(Array(FileName.slug(of: "Cafe\u{301} A\u{30A}").utf8) == Array("caf\u{E9}-\u{E5}".utf8))
    #expect(Array(FileName.slug(of: "\u{1112}\u{1161}\u{11AB}").utf8) == Array("\u{D55C}".utf8))
  }

  @Test func aLongNameIsCutAtAWordAnd80Bytes() {
    let letters = String(repeating: "a", count: 79)
    #expect(FileName.slug(of: letters + "bc") == letters + "b")
    #expect(FileName.slug(of: letters + " b") == letters)
    #expect(FileName.slug(of: letters.dropLast() + " b c") == letters.dropLast() + "-b")
    #expect(
      FileName.slug(of: String(repeating: "word ", count: 30))
        == Array(repeating: "word", count: 16).joined(separator: "-"))
    // 26 characters of three bytes, and no part of the next one.
    #expect(FileName.slug(of: String(repeating: "牛", count: 100)).count == 26)
    // A single cluster that is longer than any name.
    #expect(FileName.slug(of: "e" + String(repeating: "\u{323}", count: 100)) == "task")
    // Cutting may leave a device name.
    #expect(FileName.slug(of: "nul " + String(repeating: "a", count: 80)) == "nul-")
  }

  @Test func namesThatSomeSystemRefusesAreAvoided() {
    for name in [
      "con", "CON", "nul.md", "Aux.old.txt", "com1", "lpt¹.md", "con .md", "conout$", "a:b",
      "a<b.md",
      "a\"b", "what?.md", "a|b", "a*", "a\\b", "x.", "x ", "todo.md ", "a\u{7}b.md", "a\u{7F}",
    ] {
      #expect(FileName.obstacle(to: name) != nil, "\(name)")
    }
    for name in [
      "console.md", "com.md", "com10", "nully.md", "a-con", "x.y.md", " x", "é", "日本.md", "a b.md",
      "back-12 - Fix-login.md", "conference-call.md", "it's (a) [b] {c} #d & e = 1,2; ~!@$%^+`.md",
    ] {
      #expect(FileName.obstacle(to: name) == nil, "\(name)")
    }
  }

  @Test func everyNameIsSafe() {
    var random = SeededRandom(seed: 3)
    let pool = Array(
      "aB9éß漢ि\u{301}\u{200D}🎉- ./\\:*\"<>|\u{0}\u{85}\u{202E}I\u{307}nul".unicodeScalars)
    for _ in 0..<500 {
      var title = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        title.append(pool.randomElement(using: &random) ?? "a")
      }
      let name = FileName.slug(of: String(title))
      #expect((1...81).contains(name.utf8.count))
      #expect(!name.hasPrefix("-"))
      #expect(
        name.unicodeScalars.allSatisfy {
          $0 == "-" || !Set(" ./\\:*\"<>|\u{0}\u{85}\u{202E}\u{200D}🎉".unicodeScalars).contains($0)
        })
      #expect(FileName.obstacle(to: name) == nil && FileName.obstacle(to: "\(name).md") == nil)
      if !name.hasSuffix("-") { #expect(FileName.slug(of: name) == name) }
    }
  }
}
