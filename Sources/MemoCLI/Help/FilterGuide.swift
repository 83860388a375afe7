/// The Markdown text of `memo help filters`.
enum FilterGuide {
  static let text = """
    # Filters

    A filter selects tasks. It uses the same words as `memo add`.

        memo add Buy milk +shopping due:fri
        memo list +shopping

    ## Words of the title

        memo list milk
        memo list buy milk
        memo list 'buy milk'

    The second line finds titles with both words. The third finds titles with the two words side
    by side. Case and accents don't matter: `cafe` finds "Café".

    ## Tags

        memo list +home
        memo list +home -garden
        memo list tag:home,work
        memo list tag:none

    These lines find tasks with the tag; with the first tag, but not the second; with one of two
    tags; without any tag.
    `+area` also finds `+area/home`; `+area -area/home` leaves it out.

    ## Dates

        memo list due:today
        memo list overdue
        memo list 'due<=eow'
        memo list 'due:this week'
        memo list 'due:next week'
        memo list due:none

    Put words with `<` or `>` in quotes, because the shell uses these characters. You can compare
    with any date: `fri`, `tomorrow`, `+3d`, `dec 24`, `2027-03`, also with a time. A week or a
    month means all of its days. A word that isn't part of the date is another condition:
    `due<fri overdue` needs both.

        memo list 'done:this week'
        memo list 'created>-7d'
        memo list 'changed:yesterday'

    These look back: `fri` is the last Friday, and never today. `done` and `changed` come from the
    history. `created` is a field that memo writes; a file that you wrote by hand may have none.

    ## Other fields

        memo list p:high
        memo list 'p>=medium' due:none
        memo list to:me
        memo list project:house
        memo list 'estimate<1h'

    `project:house` also finds `house.roof`. Any key works, also one of your own: `phone:office`.
    Numbers, dates and durations compare by size: `3h` is more than `30min`. `KEY:none` finds tasks
    without the key.

    ## What you can start

        memo list ready
        memo list blocked
        memo list waiting
        memo list unclaimed

    A ready task waits for no day and for no other task. An unclaimed task is one that nobody has
    claimed.

    ## And, or, not

    Words side by side must all match. Combine them with `or`, `not` and parentheses:

        memo list p:high or overdue
        memo list '(todo or doing) not +home'
        memo list '+work (due<=eow or p:high)'

    ## Names

    Give a filter a name in `.memo/config.yml`. Everybody who shares the store can use it.

        filters:
          morning: (overdue or due:today or doing) not waiting
          errands: +shopping or +post

    Then type

        memo list @morning
        memo board @errands -garden

    ## Other commands

    Filters work in most commands:

        memo board +work
        memo next to:me
        memo log +home --since 'last week'
        memo find ladder -- todo +home

    In commands that change tasks, too. memo asks before it changes more than three.

        memo done +shopping
        memo set overdue due:+1d
        memo set +home p:none -- p:low
        memo archive 'done<-30d'

    Such a filter must find tasks, and not only exclude some. So `memo done -home` is an error. An
    empty variable in a script is an error, too, and changes nothing.

    ## Errors

    memo points at a word that it can't read:

        $ memo list due:someday
        error: invalid date 'someday'
          due:someday
          ^^^^^^^^^^^
        hint: leave the date out, or hide it with wait:2027

    `memo list --json` prints the filter as memo understood it. `memo list --help` has all words on
    one page.
    """
}
