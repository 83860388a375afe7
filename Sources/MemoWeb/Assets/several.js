// Several tasks at once: they are marked, and what is done then is one change.

import { all, byId, isFollowed, on, readdress, setField } from "./format.js"
import { canWrite, word } from "./net.js"
import { choose } from "./drafts.js"
import { refresh } from "./live.js"

/** Also of tasks that have left the page at an end of a long column. */
const marks = new Set()
const boxes = () => all("input.mark")
const form = () => byId("several")
const isMarking = () => Boolean(form())

/** What is meant: all that are marked, else the one. */
export const meant = (task) => (isMarking() && marks.has(task) ? [...marks] : [task])

/** Deleting several asks. */
export const isSure = async (count) =>
  (await choose(word("askSeveral").replace("2", count), ["delete", "cancel"])) === "delete"

/** Which tasks there are to be marked. */
const scope = () => {
  const { searchParams } = new URL(location)
  return ["q", "view", "at"].map((name) => searchParams.get(name) ?? "").join("\n")
}
let former = scope()

const show = () => {
  if (!isMarking() || scope() !== former) marks.clear()
  former = scope()
  for (const { id, dataset } of all("[data-was]")) {
    if (marks.delete(dataset.was)) marks.add(id.slice(2))
  }
  for (const box of boxes()) box.checked = marks.has(box.value)
  if (!isMarking()) return
  const text = word(marks.size === 1 ? "markedOne" : "marked").replace("2", marks.size)
  const count = form().querySelector("[data-count]")
  if (count.textContent !== text) count.textContent = text
  for (const button of form().querySelectorAll("button")) button.disabled = marks.size === 0
}

const turn = async (isOn) => {
  if (isMarking() === isOn) return
  const address = new URL(location)
  setField(address.searchParams, "mark", isOn && "several")
  if (!isOn) marks.clear()
  readdress(address)
  await refresh()
}

/** Marks a task, or takes its mark away. */
export const mark = async (task) => {
  if (!canWrite()) return
  await turn(true)
  if (!marks.delete(task)) marks.add(task)
  show()
}

export const markAll = async () => {
  if (!canWrite()) return
  await turn(true)
  const shown = boxes().filter((box) => box.offsetParent).map((box) => box.value)
  const hasAll = shown.every((task) => marks.has(task))
  for (const task of shown) hasAll ? marks.delete(task) : marks.add(task)
  show()
}

export const leave = () => turn(false)

/** What a form of several says is said of those that have left the page, too. */
export const complete = (data) => {
  data.delete("task")
  for (const task of marks) data.append("task", task)
}

export const start = () => {
  on("memo:fresh", show)
  on("change", ({ target }) => {
    if (!target.matches("input.mark")) return
    if (target.checked) marks.add(target.value)
    else marks.delete(target.value)
    show()
  })
  on("click", (event) => {
    if (event.target.closest("[data-unmark]")) {
      event.preventDefault()
      return leave()
    }
    // All of a card is its box.
    const card = event.target.closest(".card")
    if (!isMarking() || !card || event.target.closest("button, input, .ticks")) return
    if (isFollowed(event)) return
    event.preventDefault()
    mark(card.id.slice(2))
  })
  // What a browser has kept of a page that was left is no mark.
  show()
}
