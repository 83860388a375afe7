/// What `memo help filters` shows, in Markdown.
enum FilterGuide {
  static let text = """
    # Filters

    A filter is a few words that say which tasks you mean. They are the words that you would put
    on a task in the first place, so there is nothing new to learn: what `memo add` writes,
    `memo list` finds.

        memo add Buy milk +shopping due:fri
        memo list +shopping

    ## A word is a word of the title

        memo list milk
        memo list buy milk
        memo list 'buy milk'

    The second finds titles with both words, anywhere; the third those in which the two stand
    side by side. Capitals and accents don't matter: `cafe` finds "Café".

    ## Tags, with a plus or a minus

        memo list +home
        memo list +home -garden
        memo list tag:home,work
        memo list tag:none

    What must be there, what must not, what may be either, and what you never sorted. `+area` also
    finds `+area/home`; `+area -area/home` leaves that out.

    ## When

        memo list due:today
        memo list overdue
        memo list 'due<=eow'
        memo list 'due:this week'
        memo list 'due:next week'
        memo list due:none

    `<` and `>` mean something to the shell, so those words stand in quotes. Any date that you
    could give a task can be compared with: `fri`, `tomorrow`, `+3d`, `dec 24`, `2027-03`, also
    with a time. A month or a week means all of its days. A word behind a date that isn't part of it
    is a condition of its own: `due<fri overdue` asks for both.

    The past goes the other way round: a bare `fri` is the last Friday, and never today.

        memo list 'done:this week'
        memo list 'created>-7d'
        memo list 'changed:yesterday'

    That is what you finished this week, what came up in the last seven days, and what somebody
    touched yesterday. `done` and `changed` ask the history; `created` is a line that memo writes
    into the tasks that it adds, so a file that somebody wrote by hand has none, and isn't found.

    ## How important, whose, what for

        memo list p:high
        memo list 'p>=medium' due:none
        memo list to:me
        memo list project:house
        memo list 'estimate<1h'

    `project:house` also finds `house.roof`. Any key will do: invent `context: phone` today, and `memo list context:phone` works today.
    Numbers are compared as numbers, dates as dates, and `3h` is more than `30min`.
    `KEY:none` finds the tasks that have no such key.

    ## Can I start it?

        memo list ready
        memo list blocked
        memo list waiting
        memo list unclaimed

    `ready` is what neither waits for a day nor for another task. `unclaimed` is what nobody works on,
    as far as `memo claim` knows.

    ## All, either, not

    Words side by side must all hold. For the rest there are `or`, `not` and parentheses:

        memo list p:high or overdue
        memo list '(todo or doing) not +home'
        memo list '+work (due<=eow or p:high)'

    ## Give it a name

    What you type every morning belongs into the store's `.memo/config.yml`, where everybody who
    shares the store has it:

        filters:
          morning: (overdue or due:today or doing) not waiting
          errands: +shopping or +post

    and from then on

        memo list @morning
        memo board @errands -garden

    ## Not only for lists

    The same words stand wherever tasks are named:

        memo board +work
        memo next to:me
        memo log +home --since 'last week'
        memo find ladder -- todo +home

    And they say what to change; memo asks first when it is much.

        memo done +shopping
        memo set overdue due:+1d
        memo set +home p:none -- p:low
        memo archive 'done<-30d'

    A change has to say which tasks are meant, and may then leave some out: `-home` alone, or a
    script's empty variable, changes nothing.

    ## When in doubt

    A word that can't be understood is pointed at, and one that looks like a typing error is
    called so. `memo list --json` has, as `filter`, what was understood.

        $ memo list due:someday
        error: invalid date 'someday'
          due:someday
          ^^^^^^^^^^^

    `memo list --help` has every word on one page.
    """
}
