// Columns load more cards near their end, and cards can be selected. `content-visibility` makes
// hidden cards cheap to draw, so loaded cards stay.

import { refresh } from "./live.js"
import { addressWith, afterPause, all, byId, isFollowed, on, query, readdress } from "./page.js"
import { counted } from "./row.js"

/** Identifies a board by its filter, view, order and moment. */
const boardOf = (address) => {
  const { searchParams } = new URL(address)
  return ["q", "view", "order", "at"].map((name) => searchParams.get(name) ?? "").join("\n")
}

/** Shows as many cards as the link's address, unless another board was requested. */
const grow = (link) => {
  if (boardOf(link.href) !== boardOf(location)) return
  const name = `n-${link.dataset.more}`
  readdress(addressWith(name, new URL(link.href).searchParams.get(name)))
  refresh()
}

export const start = () => {
  startMarks()
  // A browser without scroll margins loads more cards when the end is visible.
  const near = new IntersectionObserver((ends) => {
    for (const { isIntersecting, target } of ends) if (isIntersecting) grow(target.querySelector("a"))
  }, { rootMargin: "400px", scrollMargin: "400px" })
  const watch = () => {
    near.disconnect()
    for (const end of all("#main .more")) near.observe(end)
  }
  on("memo:fresh", watch)
  watch()
}

/** Goes to another board, showing its first cards, or to the same board shown differently. */
export const goTo = async (address, isStep) => {
  const isOther = boardOf(address) !== boardOf(location)
  if (isOther) {
    for (const name of [...address.searchParams.keys()]) {
      if (name.startsWith("n-")) address.searchParams.delete(name)
    }
  }
  if (isStep) history.pushState(null, "", address)
  else readdress(address)
  await refresh()
  if (isOther) for (const one of [document.scrollingElement, ...all(".lane")]) one.scrollTop = 0
}

// MARK: Several tasks

const boxes = () => all("input.mark")
const marked = () => boxes().filter(({ checked }) => checked).map(({ value }) => value)
const isMarking = () => Boolean(byId("several"))

/** The selected tasks, if the given one is among them; otherwise only the given one. */
export const meant = (task) => {
  const tasks = marked()
  return tasks.includes(task) ? tasks : [task]
}

let former = boardOf(location)

const showMarks = () => {
  // Another board starts without a selection.
  if (boardOf(location) !== former) for (const box of boxes()) box.checked = false
  former = boardOf(location)
  if (!isMarking()) return
  const { length } = marked()
  const text = counted("marked", length)
  const count = query("#several [data-count]")
  if (count.textContent !== text) count.textContent = text
  for (const button of all("#several button")) button.disabled = length === 0
}

const turn = async (isOn) => {
  if (isMarking() === isOn) return
  readdress(addressWith("mark", isOn && "several"))
  await refresh()
}

/** Selects a task, or ends its selection. */
export const mark = async (task) => {
  await turn(true)
  const box = query(`[id="t-${task}"] input.mark`)
  if (box) box.checked = !box.checked
  showMarks()
}

export const markAll = async () => {
  await turn(true)
  const shown = boxes().filter((box) => box.offsetParent)
  const hasAll = shown.every(({ checked }) => checked)
  for (const box of shown) box.checked = !hasAll
  showMarks()
}

export const leaveMarks = () => turn(false)

const startMarks = () => {
  on("memo:fresh", showMarks)
  on("change", ({ target }) => target.matches("input.mark") && showMarks())
  on("click", (event) => {
    if (event.target.closest("[data-unmark]")) {
      event.preventDefault()
      return leaveMarks()
    }
    // During selection, a click on a card toggles its checkbox.
    const card = event.target.closest(".card")
    if (!isMarking() || !card || event.target.closest("button, input, .ticks")) return
    if (isFollowed(event)) return
    event.preventDefault()
    mark(card.id.slice(2))
  })
  showMarks()
}

/** Moves through past days by a slider. */
export const startPast = () => {
  const show = afterPause(120, (day) => {
    readdress(addressWith("at", day))
    refresh()
  })
  on("input", ({ target }) => {
    if (!target.matches("[data-days]")) return
    const days = Number(target.value)
    const day = new Date()
    day.setDate(day.getDate() + days)
    // Swedish dates are ISO 8601.
    const text = day.toLocaleDateString("sv")
    target.form.elements.at.value = days ? text : ""
    show(days && text)
  })
}
