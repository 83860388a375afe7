extension English {
  public var nothingHasTheseLetters: String { "nothing has these letters" }
  public var thereIsNothing: String { "there is nothing" }
  public func lines(_ first: Int, to last: Int, of count: Int) -> String {
    "\(first)–\(last) of \(count)"
  }

  public var help: String { "help: type to narrow, Enter does it" }
  public var doesIt: String { "does it" }
  public func tasks(_ number: Int) -> String { count(number, "task") }
  public func checklist(of title: String) -> String { "checklist of \(title)" }
  public func noChecklist(_ title: String) -> String { "\(title) has no checklist" }
  public var ticks: String { "ticks" }

  public var filtersOfTheStore: String { "filters of the store" }
  public var noFilters: String { "none yet: 'filters:' in .memo/config.yml names some" }

  public var order: String { "order" }
  public var now: String { "now" }
  public var orderOfList: String { "as memo list has it" }
  public var byDeadline: String { "by deadline" }
  public var byPriority: String { "by priority" }
  public var newestFirst: String { "newest first" }
  public var byTitle: String { "by title" }
  public var byHand: String { "by hand" }

  public var copy: String { "copy" }
  public var id: String { "id" }
  public var path: String { "path" }
  public var text: String { "text" }
  public func bytes(_ number: Int) -> String { count(number, "byte") }

  public func journal(of name: String) -> String { "journal of \(name)" }
  public var showsTheChange: String { "shows the change" }
  public var takesBack: String { "takes it back" }
  public var storesJournal: String { "the store's journal" }

  public var conflictsAndProblems: String { "conflicts and problems" }
  public var allIsWell: String { "none: all is well" }
  public var selectsTheTask: String { "selects the task" }
  public var keeps: String { "keeps" }
  public var takesTheNote: String { "takes the note" }
}

// MARK: Prompts

extension English {
  public var new: String { "new" }
  public var newInDoing: String { "new in doing" }
  public var due: String { "due" }
  public var asOf: String { "as of" }
  public var newExample: String { "Call mum +home due:fri p:high" }
  public var dueExample: String { "fri, +3d, 12-24 18:00; empty for none" }
  public var tagsExample: String { "+home +shop" }
  public var filterExample: String { "+home due<fri or words of a title" }
  public var momentExample: String { "yesterday, 3 days ago, 2026-11-01 18:00" }
  public var commandExample: String { "any command, as behind memo: log, list +home, stats" }

  public func askToDelete(_ title: String) -> String {
    "delete '\(title)'?"
  }
  public func askToDelete(_ number: Int) -> String {
    "delete \(count(number, "task"))?"
  }
  public func askToAdd(lines number: Int) -> String {
    "add these \(count(number, "line")) as tasks?"
  }
  public func addsThem(_ number: Int) -> String { "add \(count(number, "task"))" }
  public var editsThem: String { "edit them first" }
  public var addsNone: String { "add none" }
  public var pasteIsOpen: String {
    "a paste has begun and not ended: what is typed is taken for its text; Ctrl-C ends it"
  }
  public var pasteHasNoPlace: String { "what was pasted has no place here, and was not taken" }
  public func givenUp(_ text: String, _ key: String) -> String {
    "not saved: \(text) — \(key) and ↑ bring it back"
  }
  public func otherMeanwhile(_ number: Int) -> String {
    "\(count(number, "task")) changed here meanwhile; Enter sets all the same"
  }
  public func askToDeleteTheme(_ name: String) -> String {
    "delete the theme '\(name)'?"
  }
  public var yDeletes: String { "y deletes, any other key keeps" }
  public var yUndoes: String { "y undoes it, any other key keeps it" }
  public var yRedoes: String { "y redoes it, any other key doesn't" }
  public func askToUndo(_ change: String, _ time: String) -> String {
    "not done in this board: '\(change)', \(time)"
  }
  public func askToRedo(_ change: String, _ time: String) -> String {
    "not undone in this board: '\(change)', \(time)"
  }
  public func askWhoSends(syncing key: String) -> String {
    "only here so far: y sends by itself from now on, n only on \(key)"
  }
}

// MARK: Themes

extension English {
  public var themes: String { "themes" }
  public var newTheme: String { "new theme" }
  public var theme: String { "theme" }
  public var terminalsOwnColors: String { "the terminal's own colors" }
  public var builtIn: String { "built in" }
  public var yourOwn: String { "your own" }
  public var cantBeUsed: String { "can't be used" }
  public func builtInStays(_ key: String) -> String {
    "\(key) makes a new one of what is built in, which stays as it is"
  }
  public var isFirstTheme: String { "it is the first of the store's themes" }
  public var isLastTheme: String { "it is the last of the store's themes" }
  public func ownThemeStays(_ path: String) -> String {
    "it is your own, in all stores: its file is \(path)"
  }
  public func noTheme(_ name: String) -> String { "there is no theme '\(name)'" }
  public func themeCantBeUsed(_ name: String, _ reason: String) -> String {
    "the theme '\(name)' can't be used" + (reason.isEmpty ? "" : ": \(reason)")
  }

  public var newFromIt: String { "new from it" }
  public var deletes: String { "deletes" }
  public var putsInOrder: String { "order" }

  public var name: String { "name" }
  public var emoji: String { "emoji" }
  public var scheme: String { "scheme" }
  public var light: String { "light" }
  public var dark: String { "dark" }
  public var sample: String { "sample" }
  public var needsName: String { "a theme needs a name" }
  public var oneSign: String { "one sign, as 🌳" }
  public var writeColor: String { "write it as #2b6a1e" }
}
