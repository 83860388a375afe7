public import TaskFile

/// All texts of the boards, in one language.
///
/// A text with a number or a name is a function, because plural forms, word order and particles
/// differ between languages. Arguments are shown unchanged, also keys of the keyboard.
public struct Words: Sendable {
  // MARK: Around the cards: columns, counts, the state of sync

  public let todo: String
  public let doing: String
  public let done: String
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
  /// - Parameter count: Changes that are not pushed yet; 0 for none.
  public let syncFailed: @Sendable (_ count: Int) -> String
  public let offline: @Sendable (_ count: Int) -> String
  public let toSend: @Sendable (_ count: Int) -> String
  /// Changes that are not committed yet.
  public let handEdits: @Sendable (_ count: Int) -> String
  /// - Parameter time: A time of day, or a date.
  public let synced: @Sendable (_ time: String) -> String

  public let nothingMatches: @Sendable (_ filter: String, _ key: String) -> String
  public let noTasksYet: @Sendable (_ key: String) -> String
  public let nothingInDoing: @Sendable (_ key: String) -> String
  public let nothingHere: String

  // Short labels of keys.
  public let add: String
  public let filter: String
  public let starts: String
  public let syncs: String
  public let allKeys: String
  // Headings of the help.
  public let helpTasks: String
  public let helpMoreForTasks: String
  public let helpViews: String
  public let helpHistory: String
  public let helpSync: String
  public let helpMoving: String
  public let undoes: String
  public let redoes: String

  // MARK: Facts on cards, and relative times

  public let high: String
  public let medium: String
  public let low: String
  /// The value of an absent priority or deadline.
  public let none: String
  public let overdue: String
  public let conflict: String
  public let problem: String
  public let problemInLine: @Sendable (_ line: Int) -> String

  // Deadlines. `clock` is a time of day such as `18:00`, or nil if only the day is known.
  public let today: @Sendable (_ clock: String?) -> String
  public let todayOverdue: @Sendable (_ clock: String?) -> String
  public let tomorrow: @Sendable (_ clock: String?) -> String
  public let inDays: @Sendable (_ count: Int, _ clock: String?) -> String
  public let daysOverdue: @Sendable (_ count: Int) -> String

  // The time of a change.
  public let justNow: String
  public let minutesAgo: @Sendable (_ count: Int) -> String
  public let hoursAgo: @Sendable (_ count: Int) -> String
  public let yesterday: @Sendable (_ clock: String) -> String

  // MARK: Actions, one per line of a menu

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
  public let goTo: @Sendable (_ column: String) -> String
  public let openTask: String
  public let addInLine: String
  public let addAsForm: String
  public let editFile: String
  public let startTask: String
  public let finishTask: String
  public let reopenTask: String
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

  // MARK: The form of a task

  public let newTask: String
  public let task: String

  /// The name of a field, or its key if the language has no word for it.
  public let label: @Sendable (_ field: KnownField) -> String
  public let noText: String
  public let needsTitle: String

  // Labels of the form's keys.
  public let edits: String
  public let opensEditor: String
  public let chooses: String
  public let nextField: String
  public let nextLine: String
  public let saves: String
  public let cancels: String
  public let goesBack: String
  /// Ends the search in a menu.
  public let showsAllRows: String
  public let saving: String
  /// Shown if a key is pressed while the form is saved.
  public let isBeingSaved: String

  /// The question before a changed form is closed, and its answers.
  public let wasChanged: @Sendable (_ title: String) -> String
  public let save: String
  public let discard: String
  public let stay: String

  // MARK: Changes by others, and drafts

  /// An unknown person.
  public let somebody: String
  public let changedTheSame: @Sendable (_ who: String) -> String
  public let deletedTheTask: @Sendable (_ who: String) -> String
  /// The user's version of a conflict.
  public let mine: String
  /// The other version of a conflict, with its author and a relative time such as ``justNow``; nil
  /// if the time is unknown.
  public let theirs: @Sendable (_ who: String, _ time: String?) -> String
  public let empty: String
  /// Follows the first lines of a longer text.
  public let moreLines: @Sendable (_ count: Int) -> String

  public let keepMine: String
  public let keepTheirs: @Sendable (_ who: String) -> String
  /// Shown while a command runs.
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

  // MARK: Menus and pages of text

  public let nothingHasTheseLetters: String
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
  /// Marks the current choice.
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

  // MARK: Changes of tasks, in the journal and in messages

  // Kinds of changes, shown before the title.
  public let wasAdded: String
  public let wasMoved: String
  public let wasEdited: String
  public let wasDeleted: String
  public let wasRestored: String
  /// A task that both sides of a merge changed.
  public let wasMerged: String
  /// Follows a change that undoes another one.
  public let wasUndone: String
  public let wasRedone: String
  /// Follows a change that is dated before its parent.
  public let clockWasBehind: String

  // Details of a change.
  public let conflictWasNoted: String
  public let conflictIsSettled: String
  /// The value that a merge took, and the discarded one, each with its author.
  public let tookPrecedence: @Sendable (_ taken: String, _ left: String) -> String

  // Results of a sync.
  public let isUpToDate: String
  public let cameIn: @Sendable (_ count: Int) -> String
  public let wentOut: @Sendable (_ count: Int) -> String
  public let wereMerged: @Sendable (_ count: Int) -> String

  // A conflict: the current value and the discarded one.
  public let currentValue: String
  public let discardedValue: String

  // MARK: Input lines, and questions that one key answers

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

  /// The question before several pasted lines are added as tasks, and its answers.
  public let askToAdd: @Sendable (_ count: Int) -> String
  public let addsThem: @Sendable (_ count: Int) -> String
  public let addsNone: String
  /// Shown if no field can take the pasted text, for example while a form is saved.
  public let pasteIsIgnored: String
  /// A canceled input line, and the key that brings it back, followed by ↑.
  public let givenUp: @Sendable (_ text: String, _ key: String) -> String

  // Questions that `y` and `n` answer.
  public let askToDelete: @Sendable (_ title: String) -> String
  public let askToDeleteTasks: @Sendable (_ count: Int) -> String
  public let askToDeleteTheme: @Sendable (_ name: String) -> String
  /// The question before memo undoes a change that was made elsewhere.
  public let askToUndo: @Sendable (_ change: String, _ time: String) -> String
  public let askToRedo: @Sendable (_ change: String, _ time: String) -> String
  /// A question that `y` and `n` answer.
  public let askToSyncAutomatically: @Sendable (_ key: String) -> String

  // MARK: Themes: the list and the form

  public let themes: String
  public let newTheme: String
  public let theme: String
  public let terminalsOwnColors: String
  public let builtIn: String
  public let yourOwn: String
  public let cantBeUsed: String
  /// - Parameter key: The key that copies a theme.
  public let builtInStays: @Sendable (_ key: String) -> String
  public let ownThemeStays: @Sendable (_ path: String) -> String
  public let noTheme: @Sendable (_ name: String) -> String
  /// - Parameter reason: The reason, or empty if it is unknown.
  public let themeCantBeUsed: @Sendable (_ name: String, _ reason: String) -> String

  public let newFromIt: String
  public let deletes: String
  public let putsInOrder: String

  public let name: String
  public let emoji: String
  public let scheme: String
  /// The color of selections and buttons.
  public let accent: String
  public let light: String
  public let dark: String
  /// A sample of a color.
  public let sample: String
  public let needsName: String
  public let themeExists: @Sendable (_ name: String) -> String
  public let oneSign: String
  public let writeColor: String
  /// The contrast of a color to its background, such as `2.1:1`.
  public let hasLowContrast: @Sendable (_ contrast: String, _ needed: String) -> String

  // MARK: Messages

  public let changedElsewhere: @Sendable (_ title: String) -> String
  public let tasksChangedElsewhere: @Sendable (_ count: Int) -> String
  public let waitsForAnother: String
  public let undoing: String
  public let nothingToUndo: String
  public let nothingToRedo: String
  public let copied: String
  public let conflictIsResolved: String
  /// Shown if a broken file is selected as a conflict.
  public let isProblemNotConflict: String
  /// Shown if the filter hides a new task.
  public let hiddenByFilter: @Sendable (_ key: String) -> String
  /// The message of a success without details.
  public let isDone: String
  public let hasFailed: String
  /// Follows the first line of a longer message.
  public let andMore: @Sendable (_ count: Int) -> String
  public let nothingChanged: String
  public let ticked: @Sendable (_ item: String) -> String
  public let unticked: @Sendable (_ item: String) -> String
  public let merged: @Sendable (_ title: String, _ who: String) -> String
  /// A task was moved in the manual order.
  public let placed: @Sendable (_ title: String) -> String
  public let orderWritten: @Sendable (_ count: Int) -> String
  public let syncsAutomatically: String
  public let syncsOnRequest: String

  public let past: @Sendable (_ key: String) -> String
  public let noneSelected: String
  public let orderIsNotByHand: String
  /// A key and its effect.
  public let adds: @Sendable (_ key: String) -> String
  public let choosesIt: @Sendable (_ key: String) -> String
  public let filtersIt: @Sendable (_ key: String) -> String
  public let listsThem: @Sendable (_ key: String) -> String
  public let quotationIsOpen: @Sendable (_ text: String) -> String
  public let thisIsTheBoard: String
  /// Refuses `sync --watch`, and names the setting with the same effect.
  public let watchIsElsewhere: String
  public let boardCanWatch: String
  public let cantBeKept: @Sendable (_ reason: String) -> String
  public let textStays: String
  public let enterReturns: String

  // MARK: The board as lines, for screen readers: without signs and columns

  public let column: @Sendable (_ column: String, _ count: Int) -> String
  public let moreDone: @Sendable (_ count: Int) -> String
  public let dueAt: @Sendable (_ moment: String) -> String
  public let priority: @Sendable (_ name: String) -> String
  public let itemsTicked: @Sendable (_ count: Int, _ total: Int) -> String
  public let tags: @Sendable (_ names: String) -> String
  public let problemReason: @Sendable (_ reason: String) -> String
  public let added: @Sendable (_ line: String) -> String
  public let gone: @Sendable (_ title: String) -> String
  /// - Parameter former: The former status; nil if it is unchanged.
  public let changed: @Sendable (_ line: String, _ status: String, _ former: String?) -> String
  public let storeCantBeRead: @Sendable (_ reason: String) -> String
  public let whatToType: String

  // MARK: Only in the browser

  public let toTheTasks: String
  public let view: String
  public let boardView: String
  public let listView: String
  public let notesView: String
  public let filters: String
  public let columns: String
  public let journal: String
  /// - Parameter count: The number of conflicts and problems.
  public let toLookAt: @Sendable (_ count: Int) -> String
  public let asItWas: @Sendable (_ moment: String) -> String
  public let nothingCanBeChanged: String
  public let matchesNothing: @Sendable (_ filter: String) -> String
  public let showAll: String
  /// The question about automatic sync, followed by its two answers.
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
  /// The link to a board with a box on each card.
  public let marksSeveral: String
  /// The label of a card's box.
  public let mark: String
  /// The label of the buttons for the selected tasks.
  public let severalTasks: String
  public let setTags: String

  public let close: String
  public let edit: String
  public let delete: String
  public let share: String
  public let twoChangedTheSame: String
  public let keepCurrent: String
  public let takeDiscarded: String
  /// Shown for a conflict note that somebody edited.
  public let noteCannotBeRead: String
  public let howToRemoveNote: String
  public let removeNote: String
  /// The author of a discarded value, if the note has no name.
  public let unknownAuthor: String
  public let discardChanges: String
  public let tickedShare: @Sendable (_ done: Int, _ total: Int) -> String

  /// The heading of a broken file.
  public let fileAsText: String
  public let fixText: String
  /// Explains `�` in a text.
  public let aboutNotUTF8: String
  /// The error for a changed text with `�`.
  public let notUTF8: String
  public let invalidDate: @Sendable (_ text: String) -> String
  /// Translations of errors that commands print in English; nil for English.
  public let errors: Errors?
  public let pickDay: String
  /// An example for a narrow field.
  public let deadlineExample: String
  /// Shown above a text that the browser can't copy by itself.
  public let copyThis: String
  /// The label of the menu in a narrow window.
  public let boardMenu: String

  public let older: String
  public let noChangesYet: String
  public let keys: String
  public let gestures: String

  public let noSuchTask: String
  /// Shown for the address of a file without an id.
  public let noSuchFile: String
  public let noSuchPage: String
  public let itemIsGone: String
  public let nothingNamed: String
  public let notOurForm: String
  public let cantBeChanged: @Sendable (_ reason: String) -> String
  public let notAuthorized: String
  /// - Parameter count: The number of waiting changes; 0 for none.
  public let noConnection: @Sendable (_ count: Int) -> String
  public let sending: @Sendable (_ count: Int) -> String
  public let anotherIsAtWork: @Sendable (_ count: Int) -> String
  /// Shown for a page that can't be opened without the server.
  public let opensLater: String
  /// Shown if a form is too large.
  public let tooLarge: @Sendable (_ most: String) -> String
  /// Shown if a form is not UTF-8.
  public let formIsNoText: String
  public let notSavedYet: @Sendable (_ title: String) -> String
  public let showIt: String
  /// The button for a change that is not sent yet.
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
  // A board without tasks.

  public let hintFinger: String
  public let hintMouse: String
  public let hintKeys: String
  public let adoptFolder: String
  public let howToAdoptFolder: String
  public let addRemote: String
  public let howToAddRemote: String
  /// The setting for less space between cards.
  public let compact: String
  // Changes in messages: as a sentence, or after the word for an undo.

  public let addedTask: @Sendable (_ title: String) -> String
  public let movedTask: @Sendable (_ title: String, _ column: String) -> String
  public let editedTask: @Sendable (_ title: String) -> String
  public let deletedTask: @Sendable (_ title: String) -> String
  public let undone: @Sendable (_ deed: String) -> String
  public let redone: @Sendable (_ deed: String) -> String
  /// The title of a note without text.
  public let emptyNote: String
  // Groups of keys in the help.

  public let changesTasks: String
  public let movesAbout: String
  public let opensViews: String

  // Descriptions of keys.
  public let nextAndBefore: String
  public let leftAndRight: String
  public let movesAColumn: String
  public let startsFinishesReopens: String
  public let doneWithSheet: String

  /// The kinds of errors, as sentences without a full stop.
  public struct Errors: Sendable {
    /// The ways to write a date.
    public let dateForms: String
    public let pastDateForms: String
    /// Examples of conditions.
    public let filterForms: String
    public let filter: String
    /// A filter lacks a condition or a parenthesis.
    public let isIncomplete: String
    public let invalidWord: @Sendable (_ word: String, _ allowed: String) -> String
    public let unknownFilter: @Sendable (_ name: String) -> String
    public let noRemote: String
    /// A sync failed, and a terminal shows why.
    public let remote: String
    public let isBusy: String
    /// Something changed at the same time.
    public let isRaced: String
    public let isInterrupted: String
    /// A task's file must be fixed first.
    public let isUnreadable: String
    public let invalidValue: @Sendable (_ field: String) -> String
    public let invalidFile: String
    public let other: String
  }
}

extension String {
  /// The text with a capital first letter.
  public var headline: String { prefix(1).uppercased() + dropFirst() }
}
