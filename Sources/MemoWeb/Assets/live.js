// Keeps the page up to date with the store without disturbing elements in use.

import {
  active, afterPause, ask, body, byId, emit, giveUp, glide, isAwake, make, on, parse, prefix, query,
  readdress, word, write,
} from "./page.js"
import { isOwn, showConnection, showSync } from "./row.js"

/** Formats dates that are not near in the reader's format. */
export const localize = (root) => {
  for (const time of root.querySelectorAll("time[data-far]")) write(time)
}

/**
 * The element to focus in place of another: itself, else the next visible one, else the previous
 * one.
 *
 * @param {string[]} row The ids before the change.
 */
export const heir = (row, id) => {
  const place = Math.max(0, row.indexOf(id))
  return [...row.slice(place), ...row.slice(0, place).reverse()]
    .map((id) => byId(id))
    .find((one) => one?.offsetParent)
}

/** Moves a lost focus to the main element. */
export const settleAtMain = () => {
  const main = byId("main")
  if (!main || (active() && active() !== body)) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

export const idsOf = (cards) => [...cards].map((card) => card.id)

/** Offers to reload, if a newer server has other scripts. */
const offerNewer = (page) => {
  const script = (root) => root.querySelector("script[src]")?.getAttribute("src")
  if (script(page) === script(document) || byId("newer")) return
  const button = make("button", "", word("newer"))
  button.id = "newer"
  // Unsaved text is kept as a draft when the page closes.
  button.onclick = () => location.reload()
  byId("bar").before(button)
}

const pause = (time) => new Promise((done) => setTimeout(done, time))
const once = (name) => new Promise((done) =>
  addEventListener(name, done, { capture: true, once: true, signal: AbortSignal.timeout(1000) }))

let isLetGo = Promise.resolve()

/** Delays updates until a press ends, so that the pressed element stays; for a second at most. */
const followPresses = () => {
  addEventListener("pointerdown", () => {
    const isOver = Promise.race([once("click"), once("pointercancel"), pause(1000)])
    // The click's handlers run first.
    isLetGo = isOver.then(() => pause(0))
  }, true)
}

/** Whether the page has to be fetched, again if that is under way. */
let isStale = false
let running = null

/** The board's address; a sheet over it has its own, with other fields. */
const boardAddress = () => {
  const address = new URL(location)
  address.pathname = prefix
  for (const name of ["said", "edit", "task", "from", "status", "name"]) {
    address.searchParams.delete(name)
  }
  return address
}

/** The server's last page, without the changes that wait here. */
let latest = document.documentElement.outerHTML

/**
 * Puts the board below a sheet that was opened by its address.
 *
 * @returns {Promise<Element | null>} What had the focus until then.
 */
export const loadBoard = async () => {
  const board = boardAddress()
  latest = await (await ask(board)).text()
  const page = parse(latest)
  if (!page.getElementById("bar")) return null
  const focused = active()
  equalize(body, page.body)
  body.replaceChildren(...page.body.childNodes)
  document.title = page.title
  // Closing the sheet goes back to the board; after a reload, the board is there already.
  if (!history.state?.sheet) readdress(board)
  return focused
}

/** Fetches the page and applies the differences. */
export const refresh = () => {
  isStale = true
  return running ??= renew()
}

/**
 * Changes the board; a focus that gets lost returns to its element, else to the next card or line,
 * else to the main element.
 */
export const keepFocus = (change) => {
  const element = active()
  const focused = element?.closest?.(".card, [id]")
  const isItem = focused?.matches(".card, .said")
  const row = isItem ? idsOf(focused.parentElement.children) : [focused?.id]
  change()
  const now = active()
  if (!focused || (now?.closest?.("[id]") && (!isItem || now.offsetParent))) return
  if (element.isConnected && element.offsetParent) return element.focus({ preventScroll: true })
  const next = heir(row, focused.id)
  if (!next) return settleAtMain()
  ;(next.querySelector(":scope > :is(a, button), td > a") ?? next).focus({ preventScroll: true })
}

/** Applies the differences. */
const put = (page) => {
  const [main, fresh] = [byId("main"), page.getElementById("main")]
  // A task with a new address keeps its card.
  for (const { id, dataset } of fresh.querySelectorAll("[data-was]")) {
    const card = byId(`t-${dataset.was}`)
    if (card) card.id = id
  }
  localize(fresh)
  keepFocus(() => {
    // A card that changes its column stays the same element and keeps its open parts.
    for (const { id, parentElement } of fresh.querySelectorAll(".lane .card")) {
      const list = query(`[aria-labelledby="${parentElement.getAttribute("aria-labelledby")}"]`)
      if (byId(id) && list && !list.contains(byId(id))) list.prepend(byId(id))
    }
    morph(byId("bar"), page.getElementById("bar"))
    morph(main, fresh)
  })
  equalize(body, page.body)
  const theme = (root) => root.querySelector("link[href*='/theme-']")
  morph(theme(document), theme(page))
  showSync()
  emit("memo:fresh")
}

/** Shows the board as if nothing was changed here, and then the changes that still wait. */
export const giveBack = () => put(parse(latest))

const renew = async () => {
  let passedOver = 0
  try {
    while (isStale) {
      isStale = false
      const main = byId("main")
      const answer = await ask(boardAddress())
      if (answer.status === 401) return location.reload()
      showConnection(true)
      // The board of a moment that can't be shown.
      if (!answer.ok) return say(refusal(parse(await answer.text())))
      const text = await answer.text()
      // A new press extends the delay.
      for (let press; press !== isLetGo; ) await (press = isLetGo)
      // The user has changed something meanwhile; showing this page would move cards back briefly.
      // Skip at most two pages, so that updates still appear.
      if (isStale && (passedOver += 1) < 3) continue
      passedOver = 0
      const page = parse(text)
      const fresh = page.getElementById("main")
      if (!main || !fresh) return
      latest = text
      offerNewer(page)
      const isOther = idsOf(main.querySelectorAll(".card")).join() !== idsOf(fresh.querySelectorAll(".card")).join()
      // No animation if a newer page is requested already.
      if (isOther && !isStale) await glide(() => put(page))
      else put(page)
    }
  } catch {
    showConnection(false)
  } finally {
    running = null
  }
}

const endMessage = afterPause(10000, () => byId("status").replaceChildren())

let heard = 0
let unheard = 0

/** Announces text to screen readers; of texts in quick succession, only the last. */
const tell = (text) => {
  clearTimeout(unheard)
  const pause = heard + 3000 - Date.now()
  if (pause > 0) return (unheard = setTimeout(() => tell(text), pause))
  heard = Date.now()
  const line = byId("heard")
  line.textContent = text
  // Remove the text, so that a reader of the page finds it only where it is visible.
  unheard = setTimeout(() => (line.textContent = ""), 1000)
}

/** Moves the messages into an open sheet, since all else is inert then, or back. */
export const bringMessages = (place) => {
  const status = byId("status")
  place.append(status, byId("heard"))
  // Moving a popover closes it.
  if (status.hasChildNodes()) status.showPopover()
}

/** Shows a message above all else, and announces it no more often than it can be heard. */
export const say = (content) => {
  if (!content) return
  const status = byId("status")
  status.replaceChildren(content)
  status.hidePopover()
  status.showPopover()
  tell(content.querySelector?.("p")?.innerText ?? content.innerText)
  endMessage()
}

/** The server's reason for a rejection. */
export const refusal = (page) =>
  page.querySelector(".said") ?? make("div", "said failed", page.body.textContent.trim())

export const note = (text) => say(make("div", "said", text))

/** Marks cards that others have changed for a while. */
const markNews = (ids) => {
  const cards = isOwn() ? [] : ids.map((id) => byId(`t-${id}`)).filter(Boolean)
  for (const card of cards) {
    card.classList.add("fresh")
    setTimeout(() => card.classList.remove("fresh"), 5000)
  }
  const title = cards[0]?.querySelector("a")?.textContent
  if (title && !query("#status .said")) {
    note(word("elsewhere", title))
  }
}

let source = null

/** Checks with a request whether the server answers; a proxy may buffer the stream. */
const check = async () => {
  const isThere = await isAwake()
  showConnection(isThere)
  if (!isThere) giveUp()
  return isThere
}

/** Waits for the next event, and checks a silent stream. */
const hear = afterPause(Number(body.dataset.beat) * 1400, async () => {
  if (!source) return
  // Reopen a hanging stream; it works when the server continues.
  if ((await check()) || source?.readyState !== EventSource.OPEN) return hear()
  leave()
  listen()
})

const leave = () => {
  source?.close()
  source = null
}

const listen = () => {
  if (source) return
  source = new EventSource(`${prefix}events`)
  hear()
  const answer = () => {
    hear()
    showConnection(true)
  }
  source.addEventListener("beat", answer)
  source.onopen = answer
  source.onmessage = async ({ data }) => {
    hear()
    const news = new URLSearchParams(data)
    if (news.get("revision") === body.dataset.revision) return
    await refresh()
    markNews((news.get("changed") ?? "").split(" "))
  }
  // Unsaved text is kept as a draft when the page closes.
  source.addEventListener("out", () => location.reload())
  source.onerror = () => {
    // The browser connects again, since the server has ended or has limited the streams.
    if (source?.readyState !== EventSource.CLOSED) return check()
    // A restarted server may reject the key; refreshing shows its page.
    source = null
    refresh()
    setTimeout(listen, 3000)
  }
}

/**
 * Follows the server's changes while the page is visible. A hidden page closes its stream, since a
 * browser has only six connections to a server.
 */
export const live = () => {
  followPresses()
  const leaveHidden = afterPause(5000, () => document.hidden && leave())
  const follow = () => {
    if (document.hidden) return leaveHidden()
    if (!source) refresh()
    listen()
  }
  on("visibilitychange", follow)
  // A browser may keep a closed page and show it again.
  addEventListener("pagehide", leave)
  addEventListener("pageshow", follow)
  addEventListener("focus", () => source || follow())
  addEventListener("online", () => refresh())
  addEventListener("offline", showSync)
  // A proxy may delay the events.
  on("memo:sent", () => refresh())
  if (!document.hidden) listen()
  localize(document)
}

const isInUse = (element) =>
  element.matches(".held, .swiped, .chosen, :is(input:not([type=checkbox]), textarea, select):focus")

/** What the versions of a child have in common: its id, a checklist item's text, or its name. */
const keyOf = (node) => {
  if (node.id || node.nodeName !== "LI") return node.id || node.nodeName
  const box = node.querySelector(":scope > button.tick, :scope > form > button.tick")
  // The value has a line, the requested state and the text.
  return box ? box.value.replace(/^\S+ \S+ /, "") : node.nodeName
}

/** Gives an element the attributes of another; scripts style the body, and cards in use. */
const equalize = (old, fresh) => {
  const keeps = old.matches("details") ? ["open"] : old.matches(".card, body") ? ["class", "style"] : []
  for (const { name, value } of [...fresh.attributes]) {
    if (keeps.includes(name) && isInUse(old)) continue
    if (old.getAttribute(name) !== value && !(name === "value" && isInUse(old))) {
      old.setAttribute(name, value)
    }
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !keeps.includes(name) && name !== "tabindex") {
      old.removeAttribute(name)
    }
  }
}

/** Makes one element equal to another; children with equal keys are paired in their order. */
export const morph = (old, fresh) => {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh)
    return
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
    return
  }
  equalize(old, fresh)
  // The sheet beside the list is fetched separately.
  if (old.matches("input, textarea, #detail")) return
  const known = new Map()
  for (const node of old.childNodes) {
    // Elements added by scripts stay at the end.
    if (node.dataset?.own !== undefined) continue
    const key = keyOf(node)
    known.set(key, known.get(key) ?? [])
    known.get(key).push(node)
  }
  const pairs = [...fresh.childNodes].map((child) => [known.get(keyOf(child))?.shift(), child])
  for (const node of [...known.values()].flat()) node.remove()
  let place = old.firstChild
  for (const [same, child] of pairs) {
    // Reinserting an element loses its focus and a started click, so if one has moved down, only
    // that one is taken away until its turn comes.
    const next = place?.nodeType === Node.TEXT_NODE ? place.nextElementSibling : place
    const isNear = same && [next, next?.nextElementSibling].includes(same)
    while (isNear && place !== same) {
      const gone = place
      place = place.nextSibling
      gone.remove()
    }
    if (same && same === place) place = place.nextSibling
    else old.insertBefore(same ?? child, place)
    if (same) morph(same, child)
  }
}
