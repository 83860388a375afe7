public import TaskFile

/// Every word that a board shows, in one language.
///
/// A word with a number or a name in it is a function, so that plural forms, word order and particles
/// are each language's own. What is put in comes as it is to be seen; a key of the keyboard as well.
public struct Words: Sendable {
  // MARK: What stands around the cards: columns, counts, how it stands with the other side.

  /// Of the three statuses, as they are said of one task.
  public let todo: String
  public let doing: String
  public let done: String
  /// Of all statuses together.
  public let tasks: String

  public let windowIsTooSmall: String
  public let reading: String
  public let cantBeRead: String
  public let resumesAutomatically: String
  public let readOnly: String
  public let filtered: @Sendable (_ filter: String) -> String
  public let asOfMoment: @Sendable (_ moment: String) -> String
  public let asOfReadOnly: @Sendable (_ moment: String) -> String
  public let conflicts: @Sendable (_ count: Int) -> String
  public let problems: @Sendable (_ count: Int) -> String
  public let marked: @Sendable (_ count: Int) -> String

  public let syncing: String
  /// - Parameter count: Changes that wait to be sent; 0 for none.
  public let offline: @Sendable (_ count: Int) -> String
  /// Of the process that is to send them, and is stopped.
  public let suspended: @Sendable (_ process: Int32, _ count: Int) -> String
  public let toSend: @Sendable (_ count: Int) -> String
  /// That are in no commit yet.
  public let handEdits: @Sendable (_ count: Int) -> String
  /// - Parameter time: A time of day, or a date.
  public let synced: @Sendable (_ time: String) -> String

  public let nothingMatches: @Sendable (_ filter: String, _ key: String) -> String
  public let noTasksYet: @Sendable (_ key: String) -> String
  public let nothingInDoing: @Sendable (_ key: String) -> String
  public let nothingHere: String

  // Behind a key, in a few letters.
  public let add: String
  public let filter: String
  public let starts: String
  public let finishes: String
  public let syncs: String
  public let allKeys: String
  // Above the keys of the help.
  public let helpTasks: String
  public let helpViews: String
  public let helpHistory: String
  public let helpSync: String
  public let helpMoving: String
  public let undoes: String
  public let redoes: String

  // MARK: What a card tells of its task, and how near moments are called.

  public let high: String
  public let medium: String
  public let low: String
  /// No priority, no deadline.
  public let none: String
  public let overdue: String
  public let conflict: String
  public let problem: String
  public let problemInLine: @Sendable (_ line: Int) -> String

  // Deadlines. A clock is a time of day, as `18:00`; nil where only the day is known.
  public let today: @Sendable (_ clock: String?) -> String
  public let todayOverdue: @Sendable (_ clock: String?) -> String
  public let tomorrow: @Sendable (_ clock: String?) -> String
  public let inDays: @Sendable (_ count: Int, _ clock: String?) -> String
  public let daysOverdue: @Sendable (_ count: Int) -> String

  // When something happened.
  public let justNow: String
  public let minutesAgo: @Sendable (_ count: Int) -> String
  public let hoursAgo: @Sendable (_ count: Int) -> String
  public let yesterday: @Sendable (_ clock: String) -> String

  // MARK: What can be done, each in a line of a menu.

  public let selectAbove: String
  public let selectBelow: String
  public let goLeft: String
  public let goRight: String
  public let selectFirst: String
  public let selectLast: String
  public let halfWindowDown: String
  public let halfWindowUp: String
  public let windowDown: String
  public let windowUp: String
  /// - Parameter column: Its heading.
  public let goTo: @Sendable (_ column: String) -> String
  public let openTask: String
  public let addInLine: String
  public let addAsForm: String
  public let editFile: String
  public let startTask: String
  public let finishTask: String
  public let reopenTask: String
  /// - Parameter column: ``FrameWords/todo`` and the others.
  public let moveTo: @Sendable (_ column: String) -> String
  public let moveLeft: String
  public let moveRight: String
  public let moveUp: String
  public let moveDown: String
  public let showMenu: String
  public let changeTitle: String
  public let changeDeadline: String
  public let changePriority: String
  public let changeTags: String
  public let tickItem: String
  public let deleteTask: String
  public let undo: String
  public let redo: String
  public let markTask: String
  public let markAll: String
  public let stepBack: String
  public let filterAsTyped: String
  public let useNamedFilter: String
  public let showJournal: String
  public let showPast: String
  public let dayBack: String
  public let dayForward: String
  public let showProblems: String
  public let syncNow: String
  public let chooseTheme: String
  public let switchView: String
  public let showBodies: String
  public let chooseOrder: String
  public let copyTask: String
  public let runCommand: String
  public let showHelp: String
  public let redraw: String
  public let suspend: String
  public let leave: String

  // MARK: A task as a sheet.

  public let newTask: String
  public let task: String
  public let editing: String

  /// What a field is called; its key where a language has no word for it.
  public let label: @Sendable (_ field: KnownField) -> String
  public let noText: String
  public let needsTitle: String

  // What its keys do, each behind one.
  public let edits: String
  public let opensEditor: String
  public let showsJournal: String
  public let chooses: String
  public let nextField: String
  public let nextLine: String
  public let saves: String
  public let cancels: String
  public let goesBack: String
  /// Ends what narrows the rows of a menu.
  public let showsAllRows: String
  public let saving: String
  /// Of keys that are hit meanwhile.
  public let isBeingSaved: String

  /// The question when a sheet is left that was changed, and its answers.
  public let wasChanged: @Sendable (_ title: String) -> String
  public let save: String
  public let discard: String
  public let stay: String

  // MARK: What others did while a task was open, and what was left unsaved.

  /// Who isn't known.
  public let somebody: String
  public let changedTheSame: @Sendable (_ who: String) -> String
  public let deletedTheTask: @Sendable (_ who: String) -> String
  /// One's own version of what two have changed.
  public let mine: String
  /// Who theirs is, and when it was, as ``justNow`` and others have it; nil where that is not known.
  public let theirs: @Sendable (_ who: String, _ time: String?) -> String
  public let empty: String
  /// Behind a text, of which only the first lines are shown.
  public let moreLines: @Sendable (_ count: Int) -> String

  public let keepMine: String
  public let keepTheirs: @Sendable (_ who: String) -> String
  /// While a command that was typed is at work.
  public let running: @Sendable (_ command: String) -> String
  public let yes: String
  public let no: String
  public let readBoth: String
  public let keepBoth: String
  public let restoreWithMyText: String
  public let leaveDeleted: String
  public let keptTheirs: String

  public let changedMeanwhile: String
  public let somebodyByHand: String
  public let deletedMeanwhile: String
  public let deletedBy: @Sendable (_ who: String, _ time: String) -> String
  public let doneRestores: String

  public let draftsLeft: @Sendable (_ count: Int) -> String
  public let opensDraft: String
  public let discardsDraft: String
  public let decidesLater: String

  // MARK: Rows to choose from, and text to read.

  public let nothingHasTheseLetters: String
  public let thereIsNothing: String
  public let lines: @Sendable (_ first: Int, _ last: Int, _ count: Int) -> String

  public let help: String
  public let doesIt: String
  public let taskCount: @Sendable (_ count: Int) -> String
  public let checklist: @Sendable (_ title: String) -> String
  public let noChecklist: @Sendable (_ title: String) -> String
  public let ticks: String

  public let filtersOfTheStore: String
  public let noFilters: String

  public let order: String
  /// What is chosen at present.
  public let now: String
  public let orderOfList: String
  public let byDeadline: String
  public let byPriority: String
  public let newestFirst: String
  public let byTitle: String
  public let byHand: String

  public let copy: String
  public let id: String
  public let path: String
  public let text: String
  public let bytes: @Sendable (_ count: Int) -> String

  public let journalOf: @Sendable (_ name: String) -> String
  public let showsTheChange: String
  public let undoesEntry: String
  public let storesJournal: String

  public let conflictsAndProblems: String
  public let noConflicts: String
  public let selectsTheTask: String
  public let keeps: String
  public let takesDiscarded: String

  // MARK: What was done to tasks, in the journal and in short messages, and what gave way in merges.

  // What happened to a task, before its title.
  public let wasAdded: String
  public let wasMoved: String
  public let wasEdited: String
  public let wasDeleted: String
  public let wasRestored: String
  /// A task that both sides of a merge had changed.
  public let wasMerged: String
  /// Behind a change that only takes another one back.
  public let wasUndone: String
  public let wasRedone: String
  /// Behind a change whose clock stood before that of what it follows.
  public let clockWasBehind: String

  // Details of a change.
  public let conflictWasNoted: String
  public let conflictIsSettled: String
  /// Two values of a field, each with whose it is.
  public let tookPrecedence: @Sendable (_ taken: String, _ left: String) -> String

  // What a sync did.
  public let isUpToDate: String
  public let cameIn: @Sendable (_ count: Int) -> String
  public let wentOut: @Sendable (_ count: Int) -> String
  public let wereMerged: @Sendable (_ count: Int) -> String

  // A conflict: whose value is there, and whose is only noted.
  public let currentValue: String
  public let discardedValue: String

  // MARK: Lines that are typed, and questions for one key.

  public let new: String
  public let newInDoing: String
  public let due: String
  public let asOf: String
  public let newExample: String
  public let dueExample: String
  public let tagsExample: String
  public let filterExample: String
  public let momentExample: String
  public let commandExample: String

  /// Several lines that were pasted, which are shown, and what can be done with them.
  public let askToAdd: @Sendable (_ count: Int) -> String
  public let addsThem: @Sendable (_ count: Int) -> String
  public let editsThem: String
  public let addsNone: String
  /// Said where the terminal has begun a paste and doesn't end it.
  public let pasteIsOpen: String
  /// Said where there is no text that it could go into, as while a sheet is saved.
  public let pasteIsIgnored: String
  /// What was typed of a task and left; the key, and ↑ behind it, bring it back.
  public let givenUp: @Sendable (_ text: String, _ key: String) -> String
  /// Said before a field of several tasks is set over what others have just written.
  public let otherMeanwhile: @Sendable (_ count: Int) -> String

  // Answered by `y`, and any other key says no: the question, and what is said behind it.
  public let askToDelete: @Sendable (_ title: String) -> String
  public let askToDeleteTasks: @Sendable (_ count: Int) -> String
  public let askToDeleteTheme: @Sendable (_ name: String) -> String
  public let yDeletes: String
  public let yUndoes: String
  public let yRedoes: String
  /// Of what was done elsewhere, as by a command; in the journal's words.
  public let askToUndo: @Sendable (_ change: String, _ time: String) -> String
  public let askToRedo: @Sendable (_ change: String, _ time: String) -> String
  /// Answered by `y` and `n`.
  public let askToSyncAutomatically: @Sendable (_ key: String) -> String

  // MARK: Themes: their list and their sheet.

  public let themes: String
  public let newTheme: String
  public let theme: String
  public let terminalsOwnColors: String
  public let builtIn: String
  public let yourOwn: String
  public let cantBeUsed: String
  /// - Parameter key: Makes a new theme of one.
  public let builtInStays: @Sendable (_ key: String) -> String
  /// Said where it can't be put further up, or down.
  public let isFirstTheme: String
  public let isLastTheme: String
  public let ownThemeStays: @Sendable (_ path: String) -> String
  public let noTheme: @Sendable (_ name: String) -> String
  /// - Parameter reason: Empty where none is known.
  public let themeCantBeUsed: @Sendable (_ name: String, _ reason: String) -> String

  public let newFromIt: String
  public let deletes: String
  public let putsInOrder: String

  public let name: String
  public let emoji: String
  public let scheme: String
  /// The color of what is selected or begins a choice.
  public let accent: String
  public let light: String
  public let dark: String
  /// A piece of text in a color.
  public let sample: String
  public let needsName: String
  public let oneSign: String
  public let writeColor: String

  // MARK: The line of messages: what was done, what others did, and what can't be done.

  public let changedElsewhere: @Sendable (_ title: String) -> String
  public let tasksChangedElsewhere: @Sendable (_ count: Int) -> String
  /// - Parameter process: Nil where it isn't known.
  public let waitsForAnother: @Sendable (_ process: Int32?) -> String
  public let undoing: String
  public let nothingToUndo: String
  public let nothingToRedo: String
  public let copied: String
  /// Of a conflict that was to be ended here.
  public let conflictIsResolved: String
  /// Of a file that can't be understood, among conflicts.
  public let isProblemNotConflict: String
  /// Of a task that was added and is not among those that are shown.
  public let hiddenByFilter: @Sendable (_ key: String) -> String
  /// What was asked for has been done, and there is no more to say of it.
  public let isDone: String
  public let hasFailed: String
  /// Behind a line of an answer.
  public let andMore: @Sendable (_ count: Int) -> String
  public let nothingChanged: String
  public let ticked: @Sendable (_ item: String) -> String
  public let unticked: @Sendable (_ item: String) -> String
  public let merged: @Sendable (_ title: String, _ who: String) -> String
  /// A task was put elsewhere in the order by hand.
  public let placed: @Sendable (_ title: String) -> String
  public let orderWritten: @Sendable (_ count: Int) -> String
  public let syncsAutomatically: String
  public let syncsOnRequest: String

  public let past: @Sendable (_ key: String) -> String
  public let noneSelected: String
  public let orderIsNotByHand: String
  /// A key and what it does about it.
  public let adds: @Sendable (_ key: String) -> String
  public let choosesIt: @Sendable (_ key: String) -> String
  public let filtersIt: @Sendable (_ key: String) -> String
  public let listsThem: @Sendable (_ key: String) -> String
  public let quotationIsOpen: @Sendable (_ text: String) -> String
  public let thisIsTheBoard: String
  /// Of `sync --watch`, and what has the board do the same.
  public let watchIsElsewhere: String
  public let boardCanWatch: String
  public let cantBeKept: @Sendable (_ reason: String) -> String
  public let textStays: String
  public let anyKeyReturns: String

  // MARK: The board as lines of text, which are read aloud: no signs, and no word depends on its place.

  /// - Parameter column: ``FrameWords/todo`` and the others.
  public let column: @Sendable (_ column: String, _ count: Int) -> String
  public let moreDone: @Sendable (_ count: Int) -> String
  public let dueAt: @Sendable (_ moment: String) -> String
  public let priority: @Sendable (_ name: String) -> String
  public let itemsTicked: @Sendable (_ count: Int, _ total: Int) -> String
  public let tags: @Sendable (_ names: String) -> String
  public let problemReason: @Sendable (_ reason: String) -> String
  public let added: @Sendable (_ line: String) -> String
  public let gone: @Sendable (_ title: String) -> String
  /// - Parameter former: The status before; nil where it is the same.
  public let changed: @Sendable (_ line: String, _ status: String, _ former: String?) -> String
  public let storeCantBeRead: @Sendable (_ reason: String) -> String
  public let whatToType: String
  /// So many lines were pasted behind the one that stands there.
  public let pastedLinesFollow: @Sendable (_ count: Int) -> String

  // MARK: What only the board in a browser says.

  public let toTheTasks: String
  public let view: String
  public let boardView: String
  public let listView: String
  public let notesView: String
  public let filters: String
  public let columns: String
  public let journal: String
  /// - Parameter count: Conflicts and problems.
  public let toLookAt: @Sendable (_ count: Int) -> String
  public let asItWas: @Sendable (_ moment: String) -> String
  public let nothingCanBeChanged: String
  public let matchesNothing: @Sendable (_ filter: String) -> String
  public let showAll: String
  /// Before two answers: who sends it.
  public let notPushedYet: String
  public let syncAutomatically: String
  public let syncOnRequest: String
  public let backToThePresent: String
  public let backToBoard: String
  public let reload: String
  public let readOnlyBecause: @Sendable (_ reason: String) -> String
  public let thePast: String
  public let startedReadOnly: String
  public let showMore: @Sendable (_ count: Int, _ rest: Int) -> String
  /// Opens the board with a box on each card.
  public let marksSeveral: String
  public let markSeveral: String
  /// Of one card's box.
  public let mark: String
  /// What the buttons for all that are marked are called together.
  public let severalTasks: String
  public let setTags: String

  public let close: String
  public let edit: String
  public let delete: String
  public let share: String
  public let history: String
  public let twoChangedTheSame: String
  public let keepCurrent: String
  public let takeDiscarded: String
  /// Of a note of a conflict that somebody has edited.
  public let noteCannotBeRead: String
  /// What is done about it.
  public let howToRemoveNote: String
  public let removeNote: String
  /// Behind what gave way, where the note has no name.
  public let unknownAuthor: String
  public let discardChanges: String
  public let tickedShare: @Sendable (_ done: Int, _ total: Int) -> String

  /// Of a file that can't be understood.
  public let fileAsText: String
  public let fixText: String
  /// Above a text with `�` in it.
  public let aboutNotUTF8: String
  /// What is wrong with a line that was changed around one.
  public let notUTF8: String
  /// - Parameter text: What was written for a day.
  public let invalidDate: @Sendable (_ text: String) -> String
  /// What stands before an error that a command prints in English; nil in English.
  public let errors: Errors?
  public let pickDay: String
  /// In a field that is as narrow as a phone has it.
  public let deadlineExample: String
  /// Above a text that the browser doesn't copy by itself.
  public let copyThis: String
  /// Opens what a narrow window has no room for.
  public let boardMenu: String

  public let undoEntry: String
  public let older: String
  public let noChangesYet: String
  public let keys: String
  public let gestures: String

  public let noSuchTask: String
  /// Of a file without an id, whose address is made of its path.
  public let noSuchFile: String
  public let noSuchPage: String
  public let itemIsGone: String
  public let nothingNamed: String
  public let notOurForm: String
  public let cantBeChanged: @Sendable (_ reason: String) -> String
  public let notAuthorized: String
  /// - Parameter count: Changes; 0 for none.
  public let noConnection: @Sendable (_ count: Int) -> String
  /// - Parameter count: Changes that waited.
  public let sending: @Sendable (_ count: Int) -> String
  /// - Parameter count: Changes that wait until another memo has ended its own.
  public let anotherIsAtWork: @Sendable (_ count: Int) -> String
  /// Of what can't be opened while the server is away.
  public let opensLater: String
  /// Of a form that the server didn't take.
  public let tooLarge: @Sendable (_ most: String) -> String
  /// Of a form whose bytes are no UTF-8.
  public let formIsNoText: String
  public let notSavedYet: @Sendable (_ title: String) -> String
  public let showIt: String
  /// Of a change that was refused.
  public let tryAgain: String
  /// Of a change that can't be sent yet.
  public let withdraw: String
  public let thisIsADraft: String
  public let isNewer: String

  // Themes, settings and devices.
  public let more: String
  public let settings: String
  public let choose: String
  public let systemsColors: String
  public let up: String
  public let down: String
  public let themeHasChanged: String
  public let thisBrowser: String
  public let theStore: String
  public let singleLetterKeys: String
  public let on: String
  public let off: String
  public let turnOn: String
  public let turnOff: String
  public let automaticSync: String
  public let calendar: String
  public let calendarIsFor: String
  public let calendarIsThere: String
  public let calendarIsShownOnce: String
  public let makeAddress: String
  public let makeNewAddress: String
  public let deleteAddress: String
  public let devices: String
  public let device: String
  public let thisMachine: String
  public let since: @Sendable (_ day: String) -> String
  public let seen: @Sendable (_ day: String) -> String
  public let changesAs: @Sendable (_ author: String) -> String
  public let revoke: String
  public let howToAuthorize: String
  public let onlyThisMachine: String
  public let anybodyCanRead: String
  public let code: String
  public let enter: String
  public let wrongCode: String
  public let howToGetCode: String
  public let wasMade: String

  public let pastView: String
  public let addTask: String
  // What a board without tasks says.

  public let hintFinger: String
  public let hintMouse: String
  public let hintKeys: String
  public let adoptFolder: String
  public let howToAdoptFolder: String
  public let addRemote: String
  public let howToAddRemote: String
  /// Less space between what is shown.
  public let compact: String
  // What was done, as a message says it: in a sentence of its own, or behind the word of an undo.

  public let addedTask: @Sendable (_ title: String) -> String
  public let movedTask: @Sendable (_ title: String, _ column: String) -> String
  public let editedTask: @Sendable (_ title: String) -> String
  public let deletedTask: @Sendable (_ title: String) -> String
  public let undone: @Sendable (_ deed: String) -> String
  public let redone: @Sendable (_ deed: String) -> String
  /// What a note without a first line is called.
  public let emptyNote: String
  // Groups of keys.

  public let changesTasks: String
  public let movesAbout: String
  public let opensViews: String

  // Behind keys.
  public let nextAndBefore: String
  public let leftAndRight: String
  public let movesAColumn: String
  public let startsFinishesReopens: String
  public let doneWithSheet: String

  /// The kinds of errors, as sentences without a full stop.
  public struct Errors: Sendable {
    /// How a date can be written.
    public let dateForms: String
    public let filter: String
    public let remote: String
    public let isBusy: String
    public let other: String
  }
}

extension String {
  /// As it begins a label or a sentence; in the catalog most words stand as they do within one.
  public var headline: String { prefix(1).uppercased() + dropFirst() }
}
