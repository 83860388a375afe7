extension English {
  public var toTheTasks: String { "to the tasks" }
  public var view: String { "view" }
  public var boardView: String { "board" }
  public var listView: String { "list" }
  public var notesView: String { "notes" }
  public var filters: String { "filters" }
  public var columns: String { "columns" }
  public var journal: String { "journal" }
  public func toLookAt(_ count: Int) -> String { "\(count) to look at" }
  public func asItWas(_ moment: String) -> String { "as it was \(moment)" }
  public var nothingCanBeChanged: String { "nothing can be changed here" }
  public func matchesNothing(_ filter: String) -> String { "nothing matches \(filter)" }
  public var showAll: String { "show all" }
  public var onlyHereSoFar: String { "What was done here is only here so far." }
  public var sendByItself: String { "send by itself from now on" }
  public var sendWhenToldTo: String { "only when I say" }
  public var backToThePresent: String { "back to the present" }
  public var backToTheBoard: String { "back to the board" }
  public var reload: String { "reload" }
  public func onlyToBeRead(_ reason: String) -> String { "only to be read: \(reason)" }
  public var thePast: String { "this is the past" }
  public var startedReadOnly: String { "it was started with --read-only" }
  public func showMore(_ count: Int, of rest: Int) -> String { "show \(count) of \(rest) more" }
  public var marksSeveral: String { "mark the task, all that are shown" }
  public var markSeveral: String { "several at once" }
  public var mark: String { "mark" }
  public var severalTasks: String { "the marked tasks" }
  public var setTags: String { "change tags" }
  public func showEarlier(_ count: Int, of rest: Int) -> String {
    "show \(count) of \(rest) before"
  }

  public var close: String { "close" }
  public var edit: String { "edit" }
  public var delete: String { "delete" }
  public var share: String { "share" }
  public var history: String { "history" }
  public func move(to status: String) -> String { "move to \(status)" }
  public var twoChangedTheSame: String {
    "two have changed the same; what gave way stands in the text"
  }
  public var keepThis: String { "keep what is there" }
  public var takeTheOther: String { "take the other" }
  public var noteCannotBeRead: String { "a note that can't be read any more" }
  public var howToEndNote: String {
    "Nobody can tell what the note is about. Edit the task so that it says what is meant; then take "
      + "the note out."
  }
  public var takeNoteOut: String { "take the note out" }
  public var nobodyIsNamed: String { "the note doesn't say whose it was" }
  public var giveUpChanges: String { "give up my changes" }
  public func ticked(_ done: Int, ofItems total: Int) -> String { "\(done) of \(total)" }

  public var fileAsText: String { "the file as text" }
  public var mendText: String { "mend the text" }
  public var whatIsNoText: String {
    "A � stands for bytes that are no UTF-8 text. Lines that you leave alone keep theirs. A file in "
      + "another encoding is read anew as a whole with 'iconv -f ENCODING -t UTF-8'."
  }
  public var isNoText: String { "write what is meant in place of �" }
  public func isNoDate(_ text: String) -> String { "invalid date '\(text)'" }
  public var pickDay: String { "pick a day" }
  public var deadlineExample: String { "fri, +3d, 12-24" }
  public var copyThis: String { "copy this text" }
  public var boardMenu: String { "menu" }

  public var takeBack: String { "take back" }
  public var older: String { "older" }
  public var nothingRecorded: String { "nothing was recorded yet" }
  public var keys: String { "keys" }
  public var gestures: String {
    "With a finger: a tap opens, holding lifts a card to be moved, a swipe to the left deletes and "
      + "one to the right shares. With a mouse: a card is dragged, and its menu is behind the right "
      + "button. What can be dragged can be chosen from the menu as well."
  }

  public var noSuchTask: String { "there is no such task any more" }
  public var noSuchFile: String {
    "there is no such file any more; one without an id has another address where it was moved"
  }
  public var noSuchPage: String { "there is no such page" }
  public var itemIsGone: String { "this item isn't in the task any more" }
  public var nothingNamed: String { "it wasn't said what is to be done" }
  public var notOurForm: String { "the form is not one of this server's" }
  public func cantBeChanged(_ reason: String) -> String { "nothing can be changed: \(reason)" }
  public var notLetIn: String {
    "This browser was not let in, or its link was used already. 'memo web' in a terminal makes a new one."
  }
  public func noConnection(waiting count: Int) -> String {
    "no connection"
      + (count == 0 ? "" : ", \(self.count(count, "change")) \(count == 1 ? "waits" : "wait") here")
  }
  public func sending(_ count: Int) -> String { "sending \(self.count(count, "change"))" }
  public func anotherIsAtWork(waiting count: Int) -> String {
    "another memo is at work; \(self.count(count, "change")) \(count == 1 ? "waits" : "wait") here"
  }
  public var opensLater: String { "no connection: this can be opened when the server is back" }
  public var tooLarge: String {
    "Not saved: it was larger than 2 MB, or took longer than 10 s. What was typed stays here."
  }
  public var formIsNoText: String {
    "Nothing was changed: what was sent is not UTF-8, as texts here are."
  }
  public func notSavedYet(_ title: String) -> String { "\(title) is not saved yet" }
  public var showIt: String { "show" }
  public var tryAgain: String { "try again" }
  public var withdraw: String { "withdraw" }
  public var thisIsADraft: String { "This is a draft: it was typed here, and not saved." }
  public var isNewer: String { "updated: reload" }

  public var nextAndBefore: String { "next, previous task" }
  public var leftAndRight: String { "column to the left, to the right" }
  public var movesAColumn: String { "move the task a column" }
  public var startsFinishesReopens: String { "start, finish, reopen" }
  public var doneWithSheet: String { "done with a sheet" }
}
