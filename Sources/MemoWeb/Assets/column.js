// Long columns: more cards come as the end nears. What is out of sight costs nothing to be drawn, by
// `content-visibility`, so that cards that have come stay.

import { all, focus, isFollowed, on, query, readdress } from "./format.js"
import { refresh } from "./live.js"

/** What tells one board from another. */
const boardOf = (address) => {
  const { searchParams } = new URL(address)
  return ["q", "view", "order", "at"].map((name) => searchParams.get(name) ?? "").join("\n")
}

/**
 * Shows so many cards of the column that a link ends; not of a board that was left. A column that
 * is to show more, since somebody went to its end, is not made shorter by who only comes near it.
 */
const grow = (link, count) => {
  if (boardOf(link.href) !== boardOf(location)) return
  const name = `n-${link.dataset.more}`
  const address = new URL(location)
  if (count > Number(address.searchParams.get(name))) {
    address.searchParams.set(name, count)
    readdress(address)
  }
  return refresh()
}

/** So many cards as the link itself leads to. */
const growOn = (link) => grow(link, Number(new URL(link.href).searchParams.get(`n-${link.dataset.more}`)))

/** What a column scrolls in: itself; in a low window the page, which is null. */
const scrollerOf = (element) => {
  const lane = element.closest(".lane")
  return lane && getComputedStyle(lane).overflowY === "auto" ? lane : null
}

export const start = () => {
  let watchers = []
  const watch = () => {
    for (const one of watchers) one.disconnect()
    watchers = all("#main .more").map((end) => {
      const near = new IntersectionObserver((ends) => {
        if (ends.some(({ isIntersecting }) => isIntersecting)) growOn(end.querySelector("a"))
        // In a low window a longer column may have taken the page past the end of another one.
      }, { root: scrollerOf(end), rootMargin: "9999999px 0px 400px" })
      near.observe(end)
      return near
    })
  }
  on("memo:fresh", watch)
  // The browser's own way to an end is a slow one, which ends where cards come on it. A page that
  // isn't answered is asked for again later; who has gone elsewhere by then stays there.
  let wanted = null
  const goToEnd = () => {
    const column = wanted && query(wanted)
    if (!column) return
    if (!column.querySelector(".more")) wanted = null
    focus([...column.querySelectorAll(".card")].at(-1))
  }
  on("memo:fresh", () => wanted && !query(wanted)?.querySelector(".more") && goToEnd())
  on("pointerdown", () => (wanted = null))
  on("keydown", async (event) => {
    wanted = null
    if (!["Home", "End"].includes(event.key)) return
    const column = event.target.closest(".card")?.closest(".lane, main.list")
    if (!column || event.target.closest("input:not([type=checkbox]), textarea, select, dialog")) return
    event.preventDefault()
    if (event.key === "Home") return focus(column.querySelector(".card"))
    wanted = column.dataset.status ? `.lane[data-status=${column.dataset.status}]` : "main.list"
    const link = column.querySelector(".more a")
    if (link) await grow(link, Number(link.dataset.all))
    goToEnd()
  })
  on("click", (event) => {
    const link = event.target.closest?.("[data-more]")
    if (!link || isFollowed(event)) return
    event.preventDefault()
    growOn(link)
  })
  watch()
}

/** Goes to another board, which is seen from its first cards, or to this one otherwise shown. */
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
