import MemoKit
import TaskFile
import TestSupport
import Testing

/// The words of `add` and `set`: which are fields, and their values.
@Suite struct FieldWordsTests {
  /// 2026-11-20, a Friday.
  static var grammar: FieldGrammar {
    FieldGrammar(
      now: FilterTests.now,
      task: { name throws(MemoError) in
        guard let task = FilterTests.tasks.first(where: { $0.name == name }) else {
          throw MemoError(.notFound, "there is no task '\(name)'")
        }
        return task
      }, me: { "Kim" }, isUsed: { $0 == "estimate" })
  }

  /// The title and the fields of arguments, which are separated by bars; `estimate` is in use.
  private func meaning(_ line: String) throws(MemoError) -> String {
    let words = try TaskWords(
      line.split(separator: "|").map(String.init), Self.grammar)
    return ([words.title] + words.edits.map(Self.text)).joined(separator: "; ")
  }

  private static func text(_ edit: FieldEdit) -> String {
    switch edit {
    case .set(let key, .text(let text)): "\(key)=\(text)"
    case .set(let key, .list(let items)): "\(key)=[\(items.joined(separator: ","))]"
    case .clear(let key): "\(key)=none"
    case .addTag(let tag): "+\(tag)"
    case .removeTag(let tag): "-\(tag)"
    }
  }

  private static let lines: [(String, String)] = [
    ("Buy|milk", "Buy milk"), ("Buy  milk ", "Buy  milk "),
    ("Buy|milk|p:H|+home", "Buy milk; priority=high; +home"),
    ("Buy +home milk due:fri", "Buy milk; +home; deadline=2026-11-27"),
    ("Buy|due:next|week|milk", "Buy milk; deadline=2026-11-23"),
    ("Buy|due:mon at 5pm|milk", "Buy milk; deadline=2026-11-23 17:00"),
    ("Pay due:tomorrow 17:00", "Pay; deadline=2026-11-21 17:00"),
    ("Pay|due:tomorrow|17:00", "Pay; deadline=2026-11-21 17:00"),
    ("Pay due:dec 5 apples", "Pay apples; deadline=2026-12-05"),
    ("Lunch due:dec 3(thu)", "Lunch; deadline=2026-12-03"),
    ("Lunch due:12:00 mon", "Lunch; deadline=2026-11-23 12:00"),
    ("Lunch|due:12:00|mon|with Kim", "Lunch with Kim; deadline=2026-11-23 12:00"),
    ("Buy milk due:tomorrow at the shop", "Buy milk at the shop; deadline=2026-11-21"),
    ("due:fri Call mum", "Call mum; deadline=2026-11-27"),
    ("Party due:dec 31 the big one", "Party the big one; deadline=2026-12-31"),
    ("Rent due:31", "Rent; deadline=2026-12-31"),
    ("Rent due:31 +home", "Rent; deadline=2026-12-31; +home"),
    ("Milk due:2 days overdue", "Milk; deadline=2026-11-18"),
    ("x every:day the movers come", "x the movers come; every=day"),
    ("Buy +♻ due:fri", "Buy; +♻; deadline=2026-11-27"), ("x|+🙂", "x; +🙂"),
    ("call +1-555 +… +²", "call +1-555 +… +²"),
    ("x pri:A y pri", "x y pri; priority=high"),
    ("x wait:+3d until:eoy", "x; wait=2026-11-23; until=2026-12-31"),
    ("x every:mon, thu", "x; every=mon, thu"), ("x every:2 weeks y", "x y; every=2 weeks"),
    ("x every:month on last fri", "x; every=month on last fri"),
    ("x every:month on call", "x on call; every=month"),
    ("x every:day twice", "x twice; every=day"),
    ("x due:17:00 CET", "x CET; deadline=2026-11-20 17:00"),
    ("every:15th x", "x; every=month on 15"),
    ("every:fortnight x", "x; every=2 weeks"),
    ("x to:ann", "x; assignee=ann"), ("x to:ann,me", "x; assignee=[ann,Kim]"),
    ("x after:old", "x; after=[kxtwqzbnrm]"),
    ("x tags:[a,b]", "x; tags=[a,b]"), ("x tag:a,b", "x; tags=[a,b]"),
    ("x|project:big house", "x; project=big house"),
    ("x project:\"big house\" y", "x y; project=big house"),
    ("project:house|Call mum", "Call mum; project=house"),
    ("project:house Call mum", "Call mum; project=house"),
    ("x size:3 y", "x y; size=3"), ("x estimate:3h", "x; estimate=3h"),
    ("x estimate:3 hours y", "x y; estimate=3 hours"), ("x estimate:L 3", "x 3; estimate=L"),
    ("x estimate:1h 30m call", "x call; estimate=1h 30m"), ("x spent:2 days", "x; spent=2 days"),
    ("x estimate:3h before lunch", "x before lunch; estimate=3h"),
    ("x estimate:3h overdue", "x overdue; estimate=3h"),
    ("Fish + chips", "Fish + chips"),
    ("x who:[Ann, Ben]", "x; who=[Ann,Ben]"), ("x|who:[Ann, Ben]", "x; who=[Ann,Ben]"),
    ("x p:none due:none", "x; priority=none; deadline=none"),
    ("status:doing x", "x; status=doing"), ("title:y p:1", "y; priority=high"),
    // No fields.
    ("Note: call mum", "Note: call mum"), ("size: 3", "size: 3"), ("at 17:00", "at 17:00"),
    ("see https://a.b/c mailto:a@b.c", "see https://a.b/c mailto:a@b.c"),
    ("a::b :) x:)", "a::b :) x:)"),
    ("call +49 30", "call +49 30"), ("C++ is 1+1", "C++ is 1+1"), ("-x y -home", "-x y -home"),
    ("a=b c<d", "a=b c<d"), ("don't say:'x", "don't say:'x"), ("v1.2:x", "v1.2:x"),
  ]

  @Test(arguments: lines)
  func addUnderstands(line: String, means: String) throws {
    #expect(try meaning(line) == means, "\(line)")
  }

  private static let refusedLines: [(String, String)] = [
    ("x p:urgent", "invalid priority 'urgent'"), ("x due:someday", "invalid date 'someday'"),
    ("x estimate:3 hours, maybe", "invalid length of time '3 hours,'"),
    ("x|estimate:half a day", "invalid length of time 'half a day'"),
    ("x due:eom + 3d", "invalid date 'eom + 3d'"), ("x due:eom +3d", "invalid date 'eom +3d'"),
    ("x|due:eom|+|3d", "invalid date 'eom + 3d'"),
    ("x due:3 days before christmas", "invalid date '3 days before christmas'"),
    ("x due:fri 17h", "invalid date 'fri 17h'"), ("x due:fri 3 apples", "invalid date 'fri 3'"),
    ("x due:1h 30m", "invalid date '1h 30m'"), ("x wait:2d 30m", "invalid date '2d 30m'"),
    ("x due:fri 30m", "invalid date 'fri 30m'"), ("x due:fri +30m", "invalid date 'fri +30m'"),
    ("x due:1h 15m early", "invalid date '1h 15m'"),
    ("x estimate:3h 2", "invalid length of time '3h 2'"),
    ("x estimate:3h and 30m call", "invalid length of time '3h and 30m'"),
    ("x due:31 Rent", "invalid date '31 Rent'"),
    ("x due:fri and call", "invalid date 'fri and call'"),
    ("x due:15.12. 17 Uhr", "invalid date '15.12. 17'"),
    ("x due:2026-12-01 fri", "invalid date '2026-12-01 fri': 2026-12-01 is a Tuesday"),
    ("x tags:[has space]", "'has space' can't be a tag"),
    ("x due:fri overdue", "invalid date 'fri overdue'"),
    ("x due:dec 31 2026 2027", "invalid date 'dec 31 2026 2027'"),
    ("x due:fri 2026-12-01", "invalid date 'fri 2026-12-01': 2026-12-01 is a Tuesday"),
    ("x every:1st and 15th", "invalid rule '1st and 15th'"),
    ("x every:day when done", "invalid rule 'day when done'"),
    ("x every:week ends 2027-03-01", "invalid rule 'week ends 2027-03-01'"),
    ("x every:mon / fri", "invalid rule 'mon / fri'"),
    ("x every:month on 1,15", "invalid rule 'month on 1,15'"),
    ("x due:fri 3(thu)", "invalid date 'fri 3(thu)'"),
    ("x every:week until 2027-03-01", "invalid rule 'week until 2027-03-01'"),
    ("x every:mon and call", "invalid rule 'mon and call'"),
    ("x every:day 17:00", "invalid rule 'day 17:00'"),
    ("x status:later", "invalid status 'later'"),
    ("x every:blue", "invalid rule 'blue'"),
    ("x every:month on 32 y", "invalid rule 'month on 32'"),
    ("every:2 weeks on mon x", "invalid rule '2 weeks on mon'"),
    ("x every:month on 1, 15", "invalid rule 'month on 1, 15'"),
    ("x after:nosuch", "there is no task 'nosuch'"),
    ("x id:kx", "'id' can't be changed"),
    ("x created:today", "'created' can't be changed"),
    ("x due:", "'due:' has no value"), ("Pay|due:|tomorrow|17:00", "'due:' has no value"),
    ("x estimate: 3h", "'estimate:' has no value"), ("x|+|y", "'+' names no tag"),
    ("x p:high p:low", "'priority' is given twice"),
    ("x title:a title:b", "'title' is given twice"),
    ("x project: +home", "'project:' has no value"),
    ("x tags:,", "'tags:,' seems to lack a part"), ("x +a,b", "'a,b' can't be a tag"),
  ]

  @Test(arguments: refusedLines)
  func addRefuses(line: String, message: String) {
    let error = #expect(throws: MemoError.self) { try meaning(line) }
    #expect(error?.message == message)
    #expect(error?.hints.isEmpty == (message == "there is no task 'nosuch'"))
  }

  /// Weekdays are typed in the reader's language and written in English.
  @Test(arguments: [("Mo, Do", "mon, thu"), ("month on last Freitag", "month on last fri")])
  func rulesMayBeInTheReadersLanguage(text: String, written: String) throws {
    var now = FilterTests.now
    now.dates = DateStyles.german
    let grammar = FieldGrammar(
      now: now, task: { name throws(MemoError) in throw MemoError(.notFound, name) }, me: { "" })
    #expect(try grammar.edit("every", text) == .set(key: "every", .text(written)))
    #expect(try grammar.edit("every", "[fri, mon]") == .set(key: "every", .text("mon, fri")))
  }

  @Test(arguments: [
    ("every other week", "2 weeks"), ("quarterly", "3 months"), ("weekdays", "weekday"),
    ("mon and thu", "mon, thu"), ("month on the last day", "month on 31"),
    ("day", "day"), ("daily", "day"), ("weekday", "weekday"), ("2 weeks", "2 weeks"),
    ("2w", "2 weeks"),
    ("1 month", "month"), ("mon, thu", "mon, thu"), ("thu mon", "mon, thu"), ("Friday", "fri"),
    ("mon,tue,wed,thu,fri", "weekday"), ("month on 31", "month on 31"),
    ("month on 1st", "month on 1"), ("3 months on 31", "3 months on 31"),
    ("quarter on the 30th", "3 months on 30"), ("12 months on 29", "12 months on 29"),
    ("month on last fri", "month on last fri"), ("month on first monday", "month on 1st mon"),
    ("year", "year"), ("10 days after done", "10 days after done"),
    ("week after done", "1 week after done"),
  ]) func rulesAreWrittenInOneWay(text: String, written: String) {
    #expect(RepeatRule(text)?.description == written)
    #expect(RepeatRule(written) == RepeatRule(text))
  }

  @Test(arguments: [
    "", "never", "0 days", "week on 3", "month on", "month on 32", "month on 5th fri",
    "mon after done",
    "2", "2. mon fri", "day day", "1000 days", "after done", "month on last", "-1 day",
  ]) func otherRulesAreRefused(text: String) { #expect(RepeatRule(text) == nil) }

  /// Each word is part of the title or of a field, or an error.
  @Test func noWordIsLost() throws {
    let words = [
      "milk", "+a", "p:1", "due:fri", "17:00", "size:3", "next", "week", "wait:mon", "-x", "the",
      "at", "and", "of", "overdue", "ago", "until:2027", "every:mon", "thu", "dec", "31",
    ]
    var random = SeededRandom(seed: 3)
    var understood = 0
    for _ in 0..<Effort.count(600) {
      var keys: Set<Substring> = []
      let line = (0..<6).map { _ in words.randomElement(using: &random) ?? "" }.filter { word in
        // No key is given twice.
        let key = word.prefix { $0 != ":" }
        return key == word || keys.insert(key).inserted
      }
      let found: TaskWords
      do throws(MemoError) {
        found = try TaskWords(line, Self.grammar)
      } catch {
        #expect(error.message.hasPrefix("invalid "), "\(line)")
        continue
      }
      understood += 1
      let fields = line.filter { $0.hasPrefix("+") || $0.contains(":") && $0 != "17:00" }
      #expect(found.edits.count == fields.count, "\(line)")
      let title = found.title.split(separator: " ").map(String.init)
      #expect(title.allSatisfy(line.contains))
      for word in ["milk", "-x"] {
        #expect(title.count { $0 == word } == line.count { $0 == word }, "\(line)")
      }
      for (index, word) in line.enumerated() where !title.contains(word) && !fields.contains(word) {
        // Removing the words of a date changes the meaning of those before it.
        let start = line[..<index].lastIndex { $0.contains(":") && $0 != "17:00" }
        #expect(start != nil, "\(line): \(word)")
      }
    }
    #expect(understood > 60)
  }
}
