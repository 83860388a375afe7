public import TaskFile

extension English {
  public var newTask: String { "new task" }
  public var task: String { "task" }
  public var editing: String { "edit" }

  public func label(of field: KnownField) -> String { field.rawValue }
  public var noText: String { "no text" }
  public var needsTitle: String { "a task needs a title" }

  public var edits: String { "edits" }
  public var opensEditor: String { "opens the editor" }
  public var showsJournal: String { "journal" }
  public var chooses: String { "chooses" }
  public var nextField: String { "next field" }
  public var nextLine: String { "next line" }
  public var saves: String { "Done" }
  public var cancels: String { "Cancel" }
  public var goesBack: String { "goes back" }
  public var showsAllRows: String { "shows all" }
  public var saving: String { "saving…" }
  public var isBeingSaved: String { "it is being saved; no key is taken until that is done" }

  public func wasChanged(_ title: String) -> String { "\(title) was changed" }
  public var save: String { "save" }
  public var discard: String { "discard" }
  public var stay: String { "stay" }
}

// MARK: Others

extension English {
  public var somebody: String { "somebody" }
  public func changedTheSame(_ who: String) -> String { "\(who) changed the same meanwhile" }
  public func deletedTheTask(_ who: String) -> String { "\(who) deleted the task meanwhile" }
  public var mine: String { "mine" }
  public func theirs(_ who: String, at time: String?) -> String {
    who + (time.map { ", \($0)" } ?? "")
  }
  public var empty: String { "nothing" }
  public func moreLines(_ number: Int) -> String {
    "and \(count(number, "more line", "more lines"))"
  }

  public var keepMine: String { "keep mine" }
  public func keepTheirs(_ who: String) -> String {
    "keep \(who)'s, and save what only I have changed"
  }
  public func running(_ command: String) -> String { "\(command) …" }
  public var yes: String { "yes" }
  public var no: String { "no" }
  public var readBoth: String { "read both in full" }
  public var keepBoth: String { "keep mine, and note the other" }
  public var bringBack: String { "bring it back with my text" }
  public var letBeDeleted: String { "let it be deleted" }
  public var theirsStands: String { "what the other side has stands" }

  public var changedMeanwhile: String { "changed by somebody meanwhile" }
  public var somebodyByHand: String { "somebody, in the file" }
  public var deletedMeanwhile: String { "it was deleted meanwhile" }
  public func deleted(by who: String, at time: String) -> String { "\(who) deleted it, \(time)" }
  public var doneBringsBack: String { "Done brings it back with your text" }

  public func draftsLeft(_ number: Int) -> String {
    number == 1 ? "a draft was left unsaved" : "\(number) drafts were left unsaved"
  }
  public var opensDraft: String { "opens it" }
  public var throwsAway: String { "throws it away" }
  public var decidesLater: String { "decides later" }
}
