// Keys, as the board on a terminal has them; they are off while a field has the focus.

import { active, all, byId, focus, on, query } from "./format.js"
import { addressOf, body, canWrite, prefix } from "./net.js"
import { post, statuses } from "./row.js"
import { refresh, say } from "./live.js"
import { act, isAsked, isOpen, open, opened } from "./sheet.js"
import * as several from "./several.js"
import { idOf, menu, rank, statusOf } from "./hands.js"
import { share } from "./share.js"

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
  if (status && status !== statusOf(card)) act(idOf(card), status)
}

const simple = async (action) => {
  const answer = await post("do", new URLSearchParams({ do: action }))
  if (!(await isAsked(answer))) say(answer?.page.body.firstElementChild)
  refresh()
}

const go = (path) => open(`${prefix}${path}${location.search}`)

/** The next one of that which was asked for last, be it there already or not. */
const view = () => {
  const named = (address) => new URL(address).searchParams.get("view")
  const links = all("#bar .views a")
  const index = links.findIndex((link) => named(link.href) === named(location))
  links[(index + 1) % links.length]?.click()
}

const actions = {
  j: () => step(1), k: () => step(-1), h: () => turn(-1), l: () => turn(1),
  up: () => selected() && rank(selected(), -1), down: () => selected() && rank(selected(), 1),
  H: () => move(-1), L: () => move(1), s: () => move("doing"), d: () => move("done"),
  r: () => move("todo"), D: () => selected() && act(idOf(selected()), "delete"),
  a: () => go("new"), e: () => selected() && open(addressOf(selected(), true)),
  u: () => simple("undo"), U: () => simple("redo"), J: () => go("journal"), S: () => simple("sync"), v: view,
  " ": () => selected() && several.mark(idOf(selected())), "*": several.markAll,
  Escape: several.leave, T: () => go("themes"), Y: () => selected() && share(selected()),
  "?": () => go("help"), "/": () => byId("filter")?.focus(),
  m: () => selected() && menu(selected(), selected().getBoundingClientRect()),
}

/** Without Shift, and with it. */
const arrows = {
  ArrowLeft: ["h", "H"], ArrowRight: ["l", "L"], ArrowUp: ["k", "up"], ArrowDown: ["j", "down"],
}

const writing = ["up", "down", " ", "*", "H", "L", "s", "d", "r", "D", "a", "e", "u", "U", "S"]

const isWriting = (element) => element.closest("input:not([type=checkbox]), textarea, select")

export const start = () => {
  on("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "filter") {
      // A browser empties it without a word, or not at all.
      event.preventDefault()
      event.target.value = ""
      event.target.dispatchEvent(new Event("input", { bubbles: true }))
      event.target.blur()
      return step(0)
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (isOpen()) {
      if (event.key === "e") opened()?.querySelector("[data-edit]")?.click()
      return
    }
    if (query("dialog[open]")) return
    const name = arrows[event.key]?.[Number(event.shiftKey)] ?? event.key
    const action = actions[name]
    if (!action || (body.dataset.keys === "off" && event.key.length === 1)) return
    if (!canWrite() && writing.includes(name)) return
    // A button that has the focus is pressed by it, and a page without a task scrolls.
    if (name === " " && (!selected() || event.target.closest("button, summary, input"))) return
    event.preventDefault()
    action()
  })
}
