extension English {
  public func changedElsewhere(_ title: String) -> String { "changed elsewhere: \(title)" }
  public func changedElsewhere(_ number: Int) -> String {
    "\(count(number, "task")) changed elsewhere"
  }
  public func waitsForAnother(process: Int32?) -> String {
    "waiting for another memo\(process.map { " (process \($0))" } ?? "")…"
  }
  public var undoing: String { "undoing…" }
  public var nothingToUndo: String { "there is nothing to undo" }
  public var nothingToRedo: String { "there is nothing to redo" }
  public var copied: String { "copied" }
  public var noteIsGone: String { "this conflict has ended meanwhile" }
  public var isNoConflict: String { "this is no conflict but a problem: e edits the file" }
  public func hiddenByFilter(showingAll key: String) -> String {
    "hidden by the filter, \(key) shows all"
  }
  public var isDone: String { "done" }
  public var hasFailed: String { "that failed" }
  public func more(_ count: Int) -> String { "and \(count) more" }
  public var nothingChanged: String { "nothing changed" }
  public func ticked(_ item: String) -> String { "ticked: \(item)" }
  public func unticked(_ item: String) -> String { "unticked: \(item)" }
  public func saved(_ title: String) -> String { "saved: \(title)" }
  public func merged(_ title: String, with who: String) -> String {
    "saved, merged with what \(who) changed: \(title)"
  }
  public func placed(_ title: String) -> String { "moved: \(title)" }
  public func orderWritten(_ number: Int) -> String {
    "the order of \(count(number, "task")) is written anew"
  }
  public var sentByItself: String {
    "changes are sent by themselves from now on (git config memo.autosync)"
  }
  public var sentOnRequest: String { "changes are sent when you say so" }

  public func past(comingBack key: String) -> String {
    "this is the past; \(key) comes back to the present"
  }
  public var noneSelected: String { "no task is selected" }
  public var orderIsNotByHand: String { "tasks are moved in the order by hand only" }
  public func adds(_ key: String) -> String { "\(key) adds one" }
  public func choosesIt(_ key: String) -> String { "\(key) chooses it" }
  public func filtersIt(_ key: String) -> String { "\(key) filters it" }
  public func listsThem(_ key: String) -> String { "\(key) lists them" }
  public func quotationIsOpen(_ text: String) -> String {
    "a quotation mark isn't closed in \(text)"
  }
  public var thisIsTheBoard: String { "this is the board" }
  public var watchIsElsewhere: String {
    "'sync --watch' goes on until it is ended: start it in another window"
  }
  public var boardCanWatch: String { "'git config memo.autosync true' has the board do it" }
  public func cantBeKept(_ reason: String) -> String { "what is typed can't be kept: \(reason)" }
  public var textStays: String { "the text stays as it was" }
  public var anyKeyComesBack: String { "any key comes back to the board" }
}

// MARK: Lines of text

extension English {
  public func column(_ column: String, _ number: Int) -> String {
    "\(column): \(count(number, "task"))"
  }
  public func moreDone(_ count: Int) -> String { "and \(count) more; 'list done' tells them all" }
  public func due(_ moment: String) -> String { "due \(moment)" }
  public func priority(_ name: String) -> String { "priority \(name)" }
  public func ticked(_ number: Int, of total: Int) -> String {
    "\(number) of \(count(total, "item")) ticked"
  }
  public func tags(_ names: String) -> String { "tags \(names)" }
  public func problem(_ reason: String) -> String { "problem: \(reason)" }
  public func added(_ line: String) -> String { "added: \(line)" }
  public func gone(_ title: String) -> String { "gone: \(title)" }
  public func changed(_ line: String, _ status: String, from former: String?) -> String {
    "changed: \(line), \(status)" + (former.map { ", was \($0)" } ?? "")
  }
  public func storeCantBeRead(_ reason: String) -> String { "the store can't be read: \(reason)" }
  public func pastedLinesFollow(_ number: Int) -> String {
    let them = number == 1 ? "it" : "them"
    let lines = "\(count(number, "more line")) of the paste \(number == 1 ? "comes" : "come")"
    return "\(lines) once the one before is done; Ctrl-C drops \(them)"
  }
  public var whatToType: String {
    "type a command as behind memo, 'board' for the board, 'help' or 'quit'"
  }
}
