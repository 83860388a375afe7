/// Stores with an unusual amount of one thing.
///
/// A command that is quadratic in it takes minutes.
public struct OddShape: Sendable {
  public let name: String
  /// The files of the store, for a size.
  public let files: @Sendable (Int) -> [(path: String, text: String)]

  /// The task for commands that change one; every shape has it.
  public static let task = "todo/one.md"

  /// Many tasks.
  private init(
    many name: String, path: @escaping @Sendable (Int) -> String = { "todo/task-\($0).md" },
    beside: @escaping @Sendable (Int) -> [(path: String, text: String)] = { _ in [] },
    _ text: @escaping @Sendable (_ number: Int, _ count: Int) -> String
  ) {
    self.name = name
    files = { count in
      (0..<count).flatMap { [(path($0), text($0, count))] + beside($0) }
        + [(Self.task, Self.text(count))]
    }
  }

  /// One task with one large part.
  private init(one name: String, _ text: @escaping @Sendable (Int) -> String) {
    self.name = name
    files = { [(Self.task, text($0))] }
  }

  /// A task's file.
  private static func text(
    _ number: Int, title: String? = nil, id: String? = nil, _ fields: String = "",
    _ body: String = ""
  ) -> String {
    """
    ---
    title: \(title ?? "paint the fence \(number)")
    \(fields)id: \(id ?? Seed.id(number))
    created: 2026-01-05T12:00:00+00:00
    ---

    \(body)
    """
  }

  private static func list(_ numbers: some Sequence<Int>) -> String {
    "after: [\(numbers.map(Seed.id).joined(separator: ", "))]\n"
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  public static let all: [OddShape] = manyTasks + largeHeaders + largeBodies

  private static let manyTasks: [OddShape] = [
    OddShape(many: "plain") { number, _ in text(number) },
    OddShape(many: "chain of after") { number, _ in
      text(number, number == 0 ? "" : list([number - 1]))
    },
    OddShape(many: "ring of after") { number, count in text(number, list([(number + 1) % count])) },
    OddShape(many: "50 after each") { number, _ in
      text(number, number == 0 ? "" : list(max(0, number - 50)..<number))
    },
    OddShape(many: "after what is not there") { number, _ in text(number, list([-number - 1])) },
    OddShape(many: "one id") { number, _ in text(number, id: Seed.id(0)) },
    OddShape(many: "one title") { number, _ in text(number, title: "Paint the fence") },
    OddShape(many: "no front matter") { number, _ in "Paint the fence \(number)\n" },
    OddShape(many: "broken") { number, _ in "---\ntitle: [fence \(number)\n---\n" },
    OddShape(many: "another tool's id") { number, _ in
      text(number, id: "T-1", "memo-id: \(Seed.id(number))\n")
    },
    OddShape(many: "every week") { number, _ in text(number, "deadline: 2026-12-01\nevery: week\n")
    },
    OddShape(
      many: "a folder each", beside: { [("todo/task-\($0)/notes.txt", "\($0)\n")] }
    ) { number, _ in text(number) },
    OddShape(
      many: "deep folders",
      path: { "todo/\(times($0 % 40, "d/"))task-\($0).md" }
    ) { number, _ in text(number) },
    OddShape(many: "shelved", path: { "done/2026/0\($0 % 9 + 1)/task-\($0).md" }) { number, _ in
      text(number, "status: done\n")
    },
  ]

  private static let largeHeaders: [OddShape] = [
    OddShape(one: "much after") { text($0, list(0..<$0)) },
    OddShape(one: "long title") { text($0, title: times($0 * 2, "word ")) },
    OddShape(one: "controls in the title") { text($0, title: "\"x\(times($0, "\\u0001"))y\"") },
    OddShape(one: "many tags") { count in
      text(count, "tags: [\((0..<count).map { "tag\($0)" }.joined(separator: ", "))]\n")
    },
    OddShape(one: "many keys") { text($0, lines($0) { "key\($0): value" }) },
    OddShape(one: "long list") { count in
      text(count, "list: [\((0..<count).map { "\"item \($0)\"" }.joined(separator: ", "))]\n")
    },
    OddShape(one: "large map") { count in
      text(count, "map: {\((0..<count).map { "k\($0): v" }.joined(separator: ", "))}\n")
    },
    OddShape(one: "many anchors") { text($0, lines($0) { "k\($0): &a\($0) v" }) },
    OddShape(one: "many aliases") { text($0, "k: &a v\n" + lines($0) { "k\($0): *a" }) },
  ]

  private static let largeBodies: [OddShape] = [
    OddShape(one: "long text") { text($0, "", lines($0 * 25) { "line \($0) of *some* words\n" }) },
    OddShape(one: "checklist") { text($0, "", lines($0) { "- [ ] item \($0)" }) },
    OddShape(one: "conflict notes") {
      text($0, "", lines($0 / 2) { "> [!CONFLICT] deadline: \($0) (Kim, 2026-11-20 12:00)\n" })
    },
    OddShape(one: "table") {
      text($0, "", "| a | b |\n|---|---|\n" + lines($0) { "| x\($0) | y |" })
    },
    OddShape(one: "wide table") {
      text($0, "", "|\(times($0, " a |"))\n|\(times($0, "---|"))\n|\(times($0, " b |"))\n")
    },
    OddShape(one: "quotes in quotes") { text($0, "", times($0, "> ") + "deep\n") },
    OddShape(one: "lists in lists") { text($0, "", lines($0 / 10) { times($0, "  ") + "- x" }) },
    OddShape(one: "brackets") { text($0, "", times($0 * 5, "[") + "\n") },
    OddShape(one: "stars") { text($0, "", times($0 * 3, "*a **b ") + "\n") },
    OddShape(one: "one long line") { text($0, "", times($0 * 20, "word ") + "\n") },
    OddShape(one: "one line of h") { text($0, "", times($0 * 8, "h") + "\n") },
    OddShape(one: "one line of addresses") { text($0, "", times($0, "](http://x ") + "\n") },
    OddShape(one: "controls") { text($0, "", "x" + times($0 * 12, "\u{1}") + "y\n") },
    OddShape(one: "accents") { text($0, "", "e" + times($0 * 6, "\u{301}") + "\n") },
    OddShape(one: "flags") { text($0, "", times($0 * 4, "\u{1F1E9}") + "\n") },
    OddShape(one: "carriage returns") { text($0, "", times($0 * 6, "a\r") + "\n") },
  ]
}
