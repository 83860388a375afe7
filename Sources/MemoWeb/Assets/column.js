// Long columns: cards come as an end of theirs nears, and go at the other one.

import { refresh } from "./live.js"

const columns = () => [...document.querySelectorAll("#main .lane, main.list")]
const top = (element) => element.getBoundingClientRect().top

/** The cards of a long column with where they are, those in the middle of the window first. */
const seen = (column) =>
  [...column.querySelectorAll(".card")]
    .map((card) => ({ card, top: top(card) }))
    .sort((one, other) => Math.abs(one.top - innerHeight / 2) - Math.abs(other.top - innerHeight / 2))

/** The column that somebody has come to an end of. */
let asked = null
/** Whether all are to be seen from their first cards, wherever they were. */
let isAtFirst = false
const barHeight = 80

/**
 * Before a page is put in the place of another one: what is seen of a long column stays where it
 * is. Above it, cards that have gone leave their room.
 *
 * @returns {() => void} To be called when it is there.
 */
export const hold = () => {
  if (isAtFirst) {
    isAtFirst = false
    return () => scrollTo(0, 0)
  }
  const held = columns()
    .filter((column) => column === asked || column.querySelector(".earlier"))
    .sort((one, other) => (other === asked) - (one === asked))
    .map((column) => ({ column, cards: seen(column) }))
  asked = null
  if (held.length === 0) return () => {}
  // A browser that keeps something in its place by itself may take another column's.
  const page = document.documentElement
  page.style.overflowAnchor = "none"
  return () => {
    for (const { column, cards } of held) {
      const room = column.querySelector(".earlier")
      const one = cards.find(({ card }) => column.contains(card))
      const first = column.querySelector(".card")
      if (!first || !(one || room)) continue
      const way = () => one ? top(one.card) - one.top : top(first) - barHeight
      if (room) room.style.height = `${Math.max(0, room.offsetHeight - way())}px`
      if (Math.abs(way()) > 1) scrollBy(0, way())
    }
    requestAnimationFrame(() => (page.style.overflowAnchor = ""))
  }
}

const go = (end, address) => {
  address.hash = ""
  history.replaceState(history.state, "", address)
  asked = end.parentElement
  return refresh()
}

/** Back to the beginning, in one step: 60 cards at a time would lead away from it again. */
const goToFirst = () => {
  const address = new URL(location.href)
  for (const name of [...address.searchParams.keys()]) {
    if (name.startsWith("from-")) address.searchParams.delete(name)
  }
  history.replaceState(history.state, "", address)
  isAtFirst = true
  scrollTo(0, 0)
  return refresh()
}

export const start = () => {
  const near = new IntersectionObserver((all) => {
    const ends = all.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
    // Of a column that is seen from end to end nothing has to come.
    const end = ends.find((end) => !ends.some((other) =>
      other !== end && other.parentElement === end.parentElement))
    if (!end) return
    const link = end.querySelector("a")
    const address = new URL(link.href)
    const { top, bottom, height } = end.getBoundingClientRect()
    // Far away from what is there, what was there comes at once.
    if (end.matches(".earlier") && bottom > innerHeight + 400) {
      const name = `from-${link.dataset.more}`
      const now = Number(new URL(location.href).searchParams.get(name))
      if (top >= 0) return goToFirst()
      address.searchParams.set(name, Math.floor((now * -top) / height))
    }
    go(end, address)
  }, { rootMargin: "400px" })
  const watch = () => {
    near.disconnect()
    for (const end of document.querySelectorAll("#main .more")) near.observe(end)
  }
  document.addEventListener("memo:fresh", watch)
  // The browser's own way there is a slow one, which ends where cards come on it.
  document.addEventListener("keydown", (event) => {
    const isElsewhere = event.target.closest("input:not([type=checkbox]), textarea, select, dialog")
    if (event.key !== "Home" || isElsewhere || !document.querySelector("#main .earlier")) return
    event.preventDefault()
    goToFirst()
  })
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-more]")
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    go(link.closest(".more"), new URL(link.href))
  })
  watch()
}
