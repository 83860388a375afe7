// Makes the page live: links, forms, fields and keys work without leaving it. Without this script,
// everything works as links and forms.

import { goTo, leaveMarks, mark, markAll, meant, start as startColumns, startPast } from "./columns.js"
import { forget, formIn, start as startDrafts, textOf } from "./forms.js"
import { idOf, menu, rank, share, start as startHands, statusOf } from "./hands.js"
import { live, loadBoard } from "./live.js"
import {
  active, addressOf, addressWith, all, body, byId, canWrite, focus, isFollowed, keepBoard, on, prefix, query,
} from "./page.js"
import { start as startRow, statuses } from "./row.js"
import {
  act, close, giveUp, isOpen, open, opened, start as startSheets, submit,
} from "./sheet.js"
import * as left from "./left.js"
import * as notes from "./notes.js"

/** A click anywhere in a row opens its task, except on controls and after selecting text. */
const linkOfRow = (target) => {
  const isOwn = target.closest("button, input, summary") || !getSelection().isCollapsed
  return isOwn ? null : target.closest("tr.card")?.querySelector("a")
}

const search = () => goTo(addressWith("q", byId("filter").value))

/** Focuses the filter; a narrow window shows it first. */
const openFilter = () => {
  byId("tools").checked = true
  byId("filter").focus()
}

const startLinks = () => {
  on("click", (event) => {
    if (isFollowed(event)) return
    const link = event.target.closest("a") ?? linkOfRow(event.target)
    if (!link || link.origin !== location.origin) return
    link.closest("[popover]")?.hidePopover()
    // Closing a conflict discards the text.
    const answer = link.closest("#sheet")?.querySelector(".clash ~ .row form")
    if (answer && link.matches("[data-close]")) forget(answer)
    if (link.matches("[data-close]") && isOpen()) {
      event.preventDefault()
      close()
    } else if (link.matches(":is(dialog, #detail) [data-cancel]")) {
      event.preventDefault()
      giveUp(link.closest("form"))
    } else if (link.pathname.startsWith(prefix) && link.pathname !== prefix) {
      // Everything but the board is a sheet.
      event.preventDefault()
      const card = link.closest(".card")
      open(card ? addressOf(card) : link.href)
    } else if (link.closest("#bar .menu, .views, .tabs")) {
      event.preventDefault()
      const { lane } = link.dataset
      if (lane) byId("main").dataset.lane = lane
      goTo(new URL(link.href), !lane)
    }
  })
  on("submit", (event) => {
    const form = event.target
    // A filter is applied as it is typed.
    if (form.role === "search") event.preventDefault()
    if (form.method === "post") {
      event.preventDefault()
      submit(form, event.submitter)
    }
  })
  on("keydown", (event) => {
    const form = formIn(document)
    if (event.key === "Escape" && event.target.closest?.("#detail form.edit")) {
      // Otherwise the same key press would answer the question.
      event.preventDefault()
      if (form.matches(".note")) focus(byId(`t-${form.dataset.task}`))
      else giveUp(form)
    }
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    // A deleted task leaves only one choice.
    const choices = all("#sheet .clash ~ .row form")
    const done = form ?? (choices.length === 1 ? choices[0] : null)
    if (!done || query("dialog.popover[open]")) return
    event.preventDefault()
    done.requestSubmit(done === form ? undefined : done.querySelector("button"))
  })
  // Each letter starts a search; letters typed during a search wait together for the next one.
  on("input", ({ target }) => target.id === "filter" && search())
  on("change", ({ target }) => target.id === "tools" && target.checked && openFilter())
}

const lanes = () =>
  all(".lane, table.tasks").filter((lane) => lane.offsetParent)
const cards = (lane) => [...(lane?.querySelectorAll(".card") ?? [])]
const selected = () => active()?.closest?.(".card")

const step = (count) => {
  const card = selected()
  if (!card) return focus(lanes().flatMap(cards)[0])
  const row = cards(card.closest(".lane, table.tasks"))
  focus(row[Math.max(0, Math.min(row.indexOf(card) + count, row.length - 1))])
}

const turn = (count) => {
  const all = lanes()
  const card = selected()
  const lane = card?.closest(".lane")
  const index = all.indexOf(lane)
  const next = all[Math.max(0, Math.min(index + count, all.length - 1))]
  const row = cards(next)
  focus(row[Math.min(cards(lane).indexOf(card), row.length - 1)] ?? row[0])
}

const move = (to) => {
  const card = selected()
  if (!card) return
  const status = typeof to === "string" ? to : statuses[statuses.indexOf(statusOf(card)) + to]
  if (status && status !== statusOf(card)) act(meant(idOf(card)), status)
}

const go = (path) => open(`${prefix}${path}${location.search}`)

/** Switches to the view after the one requested last, even if that is not shown yet. */
const view = () => {
  const named = (address) => new URL(address).searchParams.get("view")
  const links = all("#bar .views a")
  const index = links.findIndex((link) => named(link.href) === named(location))
  links[(index + 1) % links.length]?.click()
}

const reading = {
  j: () => step(1), k: () => step(-1), h: () => turn(-1), l: () => turn(1), v: view,
  J: () => go("journal"), T: () => go("themes"), "?": () => go("help"), "/": openFilter,
  Y: () => selected() && share(selected()), m: () => selected() && menu(selected()),
  Escape: leaveMarks,
}

/** The actions that a read-only board lacks. */
const writing = {
  up: () => selected() && rank(selected(), -1), down: () => selected() && rank(selected(), 1),
  H: () => move(-1), L: () => move(1), s: () => move("doing"), d: () => move("done"),
  r: () => move("todo"), D: () => selected() && act(meant(idOf(selected())), "delete"),
  a: () => go("new"), e: () => selected() && open(addressOf(selected(), true)),
  u: () => act([], "undo"), U: () => act([], "redo"),
  S: () => query("a#sync, #sync button")?.click(),
  " ": () => selected() && mark(idOf(selected())), "*": markAll,
}

/** The actions of the arrow keys without and with Shift. */
const arrows = {
  ArrowLeft: ["h", "H"], ArrowRight: ["l", "L"], ArrowUp: ["k", "up"], ArrowDown: ["j", "down"],
}

const isWriting = (element) => element.closest("input:not([type=checkbox]), textarea, select")

const startKeys = () => {
  on("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "filter") {
      // Browsers clear the field without an event, or not at all.
      event.preventDefault()
      event.target.value = ""
      event.target.blur()
      step(0)
      // Without a match, the first card comes with the others.
      return search().then(() => active() === body && step(0))
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (event.key === "e") opened()?.querySelector("[data-edit]")?.click()
    if (query("dialog[open]")) return
    const name = arrows[event.key]?.[Number(event.shiftKey)] ?? event.key
    const action = reading[name] ?? (canWrite() && writing[name])
    if (!action || (body.dataset.keys === "off" && event.key.length === 1)) return
    // Space presses a focused button, and scrolls a page without a selected task.
    if (name === " " && (!selected() || event.target.closest("button, summary, input"))) return
    event.preventDefault()
    action()
  })
}

const address = location.href
const sheet = byId("bar") ? null : byId("sheet")
// What is typed until the board has come is a draft.
const values = sheet && formIn(document) && textOf(formIn(document))
const focused = sheet && await loadBoard()

if (byId("bar")) {
  startDrafts()
  startPast()
  startColumns()
  notes.start()
  startSheets(address, sheet, values)
  if (sheet?.contains(focused)) focused.focus()
  startLinks()
  left.start()
  startRow()
  startHands()
  startKeys()
  live()
  keepBoard()
}
