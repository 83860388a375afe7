// Long columns: cards come as an end of theirs nears, and go at the other one.

import { all, isFollowed, on, query, readdress } from "./format.js"
import { refresh } from "./live.js"

const columns = () => all("#main .lane, main.list")
const top = (element) => element.getBoundingClientRect().top

/** The cards of a long column with where they are, those in the middle of the window first. */
const seen = (column) =>
  [...column.querySelectorAll(".card")]
    .map((card) => ({ card, top: top(card) }))
    .sort((one, other) => Math.abs(one.top - innerHeight / 2) - Math.abs(other.top - innerHeight / 2))

/** The column that somebody has come to an end of. */
let asked = null
let isToBegin = false
/** Whether another board is asked for than the one whose cards are seen. */
let isLeft = false
/** Whether what is fetched now is to be seen from its first cards, wherever one was. */
export const beginsAnew = () => {
  const is = isToBegin
  isToBegin = false
  return is
}

const barHeight = 80
/** An end is near from here on. */
const far = 400

/**
 * Before a page is put in the place of another one: what is seen of a long column stays where it
 * is. Above it, cards that have gone leave their room.
 *
 * @param {boolean} isAnew Whether it is seen from its first cards.
 * @returns {() => void} To be called when it is there.
 */
export const hold = (isAnew) => {
  if (isAnew) {
    asked = null
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
  if (isLeft) return
  address.hash = ""
  readdress(address)
  asked = end.parentElement
  return refresh()
}

/** Back to the beginning, in one step: 60 cards at a time would lead away from it again. */
const goToFirst = () => {
  const address = new URL(location)
  beginAnew(address)
  readdress(address)
  scrollTo(0, 0)
  return refresh()
}

/**
 * Goes to a card. The browser's own way into sight may come later, when an end of the column that
 * is still in sight has brought other cards.
 */
export const focus = (card) => {
  card?.querySelector("a").focus({ preventScroll: true })
  card?.scrollIntoView({ block: "nearest" })
}

const goToLast = (end) => {
  const link = end.querySelector("a")
  const address = new URL(link.href)
  address.searchParams.set(`from-${link.dataset.more}`, link.dataset.last)
  return go(end, address)
}

/** What is fetched next is seen from its first cards. */
export const beginAnew = (address) => {
  for (const name of [...address.searchParams.keys()]) {
    if (/^(from|n)-/.test(name)) address.searchParams.delete(name)
  }
  isToBegin = isLeft = true
}

/**
 * Which card stands at the upper edge of the window, if those that are there go on below their end
 * as they are.
 */
const indexAtTop = (end, now) => {
  const cards = [...end.parentElement.querySelectorAll(".card")]
  const height = (top(end) - top(cards[0])) / cards.length
  return now + cards.length + Math.floor((barHeight - top(end)) / height)
}

export const start = () => {
  const reached = new Set()
  const reach = (all) => {
    for (const { isIntersecting, target } of all) {
      if (isIntersecting) reached.add(target)
      else reached.delete(target)
    }
    const ends = [...reached]
    // Of a column that is seen from end to end nothing has to come.
    const end = ends.find((end) => !ends.some((other) =>
      other !== end && other.parentElement === end.parentElement))
    if (!end) return
    const link = end.querySelector("a")
    const address = new URL(link.href)
    const name = `from-${link.dataset.more}`
    const now = Number(new URL(location).searchParams.get(name))
    const { top, bottom, height } = end.getBoundingClientRect()
    // Far away from what is there, what was there comes at once.
    if (end.matches(".earlier") && bottom > innerHeight + far) {
      if (top >= 0) return goToFirst()
      address.searchParams.set(name, Math.floor((now * -top) / height))
    } else if (!end.matches(".earlier") && bottom < -far) {
      const last = Number(link.dataset.last)
      address.searchParams.set(name, Math.min(indexAtTop(end, now), last))
    }
    go(end, address)
  }
  const atBegin = new IntersectionObserver(reach, { rootMargin: `${far}px` })
  // Another column may have taken the window past the end of one, to anywhere.
  const atEnd = new IntersectionObserver(reach, { rootMargin: `9999999px 0px ${far}px` })
  const watch = () => {
    // What is seen now may be what somebody has left meanwhile.
    isLeft = isToBegin
    atBegin.disconnect()
    atEnd.disconnect()
    reached.clear()
    for (const one of all("#main .more")) {
      (one.matches(".earlier") ? atBegin : atEnd).observe(one)
    }
  }
  on("memo:fresh", watch)
  // The browser's own way there is a slow one, which ends where cards come on it.
  on("keydown", async (event) => {
    const isElsewhere = event.target.closest("input:not([type=checkbox]), textarea, select, dialog")
    const isHome = event.key === "Home"
    const column = event.target.closest(".card")?.closest(".lane, main.list")
    const isLong = query("#main .earlier")
    if (isElsewhere || !(isHome ? column || isLong : column && event.key === "End")) return
    event.preventDefault()
    if (isHome && isLong) await goToFirst()
    const end = isHome ? null : column.querySelector(".more:not(.earlier)")
    if (end) await goToLast(end)
    // Who goes through the cards goes on from there.
    const cards = [...column?.querySelectorAll(".card") ?? []]
    focus(cards.at(isHome ? 0 : -1))
  })
  on("click", (event) => {
    const link = event.target.closest?.("[data-more]")
    if (!link || isFollowed(event)) return
    event.preventDefault()
    go(link.closest(".more"), new URL(link.href))
  })
  watch()
}
