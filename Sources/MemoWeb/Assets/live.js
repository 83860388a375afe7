// Keeps the page as the store is, and touches nothing that somebody is using.

import {
  active, ask, body, byId, emit, giveUp, glide, isAwake, make, on, parse, prefix, query, tapTime, word, write,
} from "./page.js"
import { isOwn, showConnection, showHeld, showSync } from "./row.js"

/** Writes dates that are not near as the reader has them. */
export const localize = (root) => {
  for (const time of root.querySelectorAll("time[data-far]")) write(time, "medium")
}

/**
 * Who stands where one was: itself, else the next one that is seen, else the one before.
 *
 * @param {string[]} row The ids as they were.
 */
export const heir = (row, id) => {
  const place = Math.max(0, row.indexOf(id))
  return [...row.slice(place), ...row.slice(0, place).reverse()]
    .map((id) => byId(id))
    .find((one) => one?.offsetParent)
}

/** Who has lost his place in the page begins at what is in it. */
export const settleAtMain = () => {
  const main = byId("main")
  if (!main || (active() && active() !== body)) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

export const idsOf = (cards) => [...cards].map((card) => card.id)

/** A server that is newer than the page has other scripts. */
const offerNewer = (page) => {
  const script = (root) => root.querySelector("script[src]")?.getAttribute("src")
  if (script(page) === script(document) || byId("newer")) return
  const button = make("button", "", word("newer"))
  button.id = "newer"
  // What is typed is kept as the page goes.
  button.onclick = () => location.reload()
  byId("bar").before(button)
}

let isLetGo = Promise.resolve()
let letGo = null
let letsGo = 0

const letGoAfter = (time) => {
  clearTimeout(letsGo)
  letsGo = setTimeout(() => {
    letGo?.()
    letGo = null
  }, time)
}

/** What is pressed stays below the finger until it is let go, or held for long. */
const followPresses = () => {
  addEventListener("pointerdown", () => {
    // Who presses anew before that was over has not let go.
    if (!letGo) isLetGo = new Promise((done) => (letGo = done))
    letGoAfter(1000)
  }, true)
  // The click comes after it: a mouse's at once, a finger's when the browser has looked anew for
  // what lies below it.
  addEventListener("pointerup", ({ pointerType }) => letGoAfter(pointerType === "mouse" ? 0 : tapTime), true)
  for (const name of ["pointercancel", "click"]) {
    addEventListener(name, () => letGoAfter(0), true)
  }
}

/** Who waits for a page that is asked for from now on. */
const waiting = []
let isRunning = false

/** Fetches the page again and puts what is other in its place. */
export const refresh = () => {
  if (!byId("bar")) {
    // A sheet of its own looks after itself.
    emit("memo:fresh")
    return Promise.resolve()
  }
  const shown = new Promise((done) => waiting.push(done))
  if (!isRunning) renew()
  return shown
}

/** Puts what is other than it was in its place, and leaves the focus where it is. */
const put = (page) => {
  const [main, fresh] = [byId("main"), page.getElementById("main")]
  // A task that is known by something else now is in the same card.
  for (const { id, dataset } of fresh.querySelectorAll("[data-was]")) {
    const card = byId(`t-${dataset.was}`)
    if (card) card.id = id
  }
  const focused = active()?.closest?.(".card, [id]")
  const isCard = focused?.matches(".card")
  const row = isCard ? idsOf(focused.parentElement.children) : [focused?.id]
  // What has changed its column is the same card there, with what is open in it.
  for (const { id, parentElement } of fresh.querySelectorAll(".lane .card")) {
    const list = query(`[aria-labelledby="${parentElement.getAttribute("aria-labelledby")}"]`)
    if (byId(id) && list && !list.contains(byId(id))) list.prepend(byId(id))
  }
  localize(fresh)
  const bar = page.getElementById("bar")
  const field = byId("filter")
  if (active() === field) bar.querySelector("#filter").value = field.value
  morph(byId("bar"), bar)
  const lane = main.dataset.lane
  morph(main, fresh)
  if (main.classList.contains("board") && !location.search.includes("lane=")) {
    main.dataset.lane = lane
  }
  const { dataset } = page.body
  for (const name of ["revision", "time", "readOnly", "keys"]) {
    if (dataset[name] === undefined) delete body.dataset[name]
    else body.dataset[name] = dataset[name]
  }
  const styles = (root) => [...root.querySelectorAll("link[rel=stylesheet]")]
  styles(document).forEach((style, index) => {
    const address = styles(page)[index]?.getAttribute("href")
    if (address && style.getAttribute("href") !== address) style.setAttribute("href", address)
  })
  const now = active()
  if (focused && (!now?.closest?.("[id]") || (isCard && !now.offsetParent))) {
    const next = heir(row, focused.id) ?? (isCard ? main : null)
    if (next === main) main.tabIndex = -1
    ;(next?.querySelector(":scope > a, td > a") ?? next)?.focus({ preventScroll: true })
  }
  showSync()
  emit("memo:fresh")
}

/** As long as somebody asks; who asked before is served whatever comes after him. */
const renew = async () => {
  isRunning = true
  const served = []
  const serve = () => served.splice(0).forEach((done) => done())
  let passedOver = 0
  try {
    do {
      served.push(...waiting.splice(0))
      const main = byId("main")
      const board = new URL(location)
      // A sheet lies over the board, which has its own address.
      if (board.pathname !== prefix) board.pathname = prefix
      for (const name of ["said", "edit"]) board.searchParams.delete(name)
      const answer = await ask(board)
      if (answer.status === 401) return location.reload()
      showConnection(true)
      if (!answer.ok) return
      const page = parse(await answer.text())
      await isLetGo
      // With what was changed here meanwhile a card would go back for a moment. News may not end.
      if (waiting.length > 0 && (passedOver += 1) < 3) continue
      passedOver = 0
      const fresh = page.getElementById("main")
      if (!main || !fresh) return
      offerNewer(page)
      const isOther = idsOf(main.querySelectorAll(".card")).join() !== idsOf(fresh.querySelectorAll(".card")).join()
      // Where more is asked for already, what is shown now stays for no time that anybody could see.
      if (isOther && waiting.length === 0) await glide(() => put(page))
      else put(page)
      serve()
    } while (waiting.length > 0)
  } catch {
    showConnection(false)
  } finally {
    isRunning = false
    served.push(...waiting.splice(0))
    serve()
  }
}

let said = 0

let heard = 0
let unheard = 0

/** Has a screen reader say something; of what comes too fast to be heard, what came last. */
const tell = (text) => {
  clearTimeout(unheard)
  const pause = heard + 3000 - Date.now()
  if (pause > 0) return (unheard = setTimeout(() => tell(text), pause))
  heard = Date.now()
  let line = byId("heard")
  if (!line) {
    line = make("div", "hidden", "", "status")
    line.id = "heard"
    byId("status").after(line)
  }
  line.textContent = text
  // Who goes through the page finds it once: where it is seen.
  unheard = setTimeout(() => (line.textContent = ""), 1000)
}

/** Says something, if there is anything: at once to who sees it, and not more often than it can be heard. */
export const say = (content) => {
  if (!content) return
  const status = byId("status")
  status.setAttribute("aria-live", "off")
  status.replaceChildren(content)
  tell(content.querySelector?.("p")?.innerText ?? content.innerText)
  clearTimeout(said)
  said = setTimeout(() => status.replaceChildren(), 10000)
}

/** Why something was not done. */
export const refusal = (page) =>
  page.querySelector(".said") ?? make("div", "said failed", page.body.textContent.trim())

export const note = (text) => say(make("div", "said", text))

/** What others have done is marked for a while. */
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
let silence = 0
let asking = 0

/**
 * A stream that says nothing for longer than the server has it may end in a proxy that keeps it back,
 * or in a server that is away without a word: one question tells which.
 */
const hear = () => {
  clearTimeout(silence)
  silence = setTimeout(async () => {
    const isThere = await isAwake()
    showConnection(isThere)
    if (!isThere) giveUp()
    // One that hangs is listened to anew, and heard when it goes on.
    if (isThere || source?.readyState !== EventSource.OPEN) return hear()
    leave()
    listen()
  }, Number(body.dataset.beat) * 1400)
}

const leave = () => {
  clearTimeout(silence)
  source?.close()
  source = null
}

const listen = () => {
  if (source) return
  clearTimeout(asking)
  source = new EventSource(`${prefix}events`)
  hear()
  source.addEventListener("beat", () => {
    hear()
    showConnection(true)
  })
  source.onopen = () => {
    hear()
    showConnection(true)
  }
  source.onmessage = async ({ data }) => {
    hear()
    const news = new URLSearchParams(data)
    if (news.get("revision") === body.dataset.revision) return
    await refresh()
    if (!byId("bar")) body.dataset.revision = news.get("revision")
    markNews((news.get("changed") ?? "").split(" "))
  }
  // What is typed is kept as the page goes.
  source.addEventListener("out", () => location.reload())
  // Of many pages of one browser each is told of news in its turn.
  source.addEventListener("enough", () => {
    leave()
    hear()
    asking = setTimeout(listen, 10000)
  })
  source.addEventListener("waiting", ({ data }) => showHeld(data))
  source.onerror = () => {
    showConnection(false)
    // A server that was started anew knows other keys; its page says so.
    if (source?.readyState === EventSource.CLOSED) {
      source = null
      refresh()
      setTimeout(listen, 3000)
    }
  }
}

/** A page that nobody sees needs no stream: a browser has six for all pages of a server. */
export const live = () => {
  followPresses()
  let hidden = 0
  const follow = () => {
    clearTimeout(hidden)
    if (!document.hidden) {
      if (!source) refresh()
      return listen()
    }
    clearTimeout(asking)
    hidden = setTimeout(leave, 5000)
  }
  on("visibilitychange", follow)
  // A browser may keep a page that was left, and show it again as it was.
  addEventListener("pagehide", leave)
  addEventListener("pageshow", follow)
  addEventListener("focus", () => source || follow())
  addEventListener("online", () => refresh())
  addEventListener("offline", showSync)
  on("memo:back", () => refresh())
  // A proxy may keep the news back.
  on("memo:sent", ({ detail }) => detail && refresh())
  if (!document.hidden) listen()
  localize(document)
}

const isTypedInto = (element) =>
  element === document.activeElement &&
  element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=submit], [type=button])")
const isInUse = (element) =>
  isTypedInto(element) ||
  element.classList.contains("held") ||
  element.classList.contains("swiped")

/** What children are known by: their id, or the words of an item and its number among equal ones. */
const keysOf = (parent) => {
  const keys = new Map()
  const counts = new Map()
  for (const child of parent.children) {
    const box = child.matches("li") && child.querySelector(":scope > button.tick, :scope > form > button.tick")
    // Its value is a line, what is asked for, and the words.
    const words = box ? box.value.replace(/^\S+ \S+ /, "") : ""
    counts.set(words, (counts.get(words) ?? 0) + 1)
    if (child.id) keys.set(child, child.id)
    else if (box) keys.set(child, `${counts.get(words)} ${words}`)
  }
  return keys
}

/** Makes one element like another; children that are known stay themselves wherever they go. */
export const morph = (old, fresh) => {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh)
    return
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue
    return
  }
  const keeps = old.matches("details") ? ["open"] : old.matches("li.card") ? ["class", "style"]
    : old.matches(".menu > *") ? ["style"] : []
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
  // The task that is read beside the list is fetched by itself; what is there for who has no script
  // is a text for who has.
  if (old.matches("input, textarea, #detail, noscript")) return
  const keys = new Map([...keysOf(old), ...keysOf(fresh)])
  const known = new Map()
  for (const child of old.children) if (keys.has(child)) known.set(keys.get(child), child)
  const stays = new Set([...fresh.children].filter((child) => keys.has(child)).map((child) => keys.get(child)))
  const nextToStay = (node) => {
    while (node && !stays.has(keys.get(node))) node = node.nextSibling
    return node
  }
  // What the script has added at the end stays there, and is read last.
  const end = () => {
    const all = [...old.childNodes]
    return all[all.findLastIndex((node) => node.dataset?.own === undefined) + 1] ?? null
  }
  let place = old.firstChild
  for (const child of [...fresh.childNodes]) {
    // What the script has added stays where it is, and what goes is in nobody's way.
    while (place && (place.dataset?.own !== undefined || (keys.has(place) && !stays.has(keys.get(place))))) {
      place = place.nextSibling
    }
    const same = known.get(keys.get(child))
    if (same) {
      known.delete(keys.get(child))
      // What is taken out and put in again loses the focus and a click that has begun: of one that
      // has moved down only that one is, and nothing for one that is gone.
      const stay = nextToStay(place)
      if (stay && stay !== same && nextToStay(stay.nextSibling) === same) {
        if (stay === place) place = place.nextSibling
        old.append(stay)
      }
      if (nextToStay(place) === same) {
        while (place !== same) {
          const gone = place
          place = place.nextSibling
          if (gone.dataset?.own === undefined) gone.remove()
        }
        place = same.nextSibling
      } else old.insertBefore(same, place ?? end())
      morph(same, child)
    } else if (place && !keys.has(place) && !keys.has(child) && place.nodeName === child.nodeName) {
      const next = place.nextSibling
      morph(place, child)
      place = next
    } else {
      old.insertBefore(child, place ?? end())
    }
  }
  while (place) {
    const next = place.nextSibling
    if (place.dataset?.own === undefined && !known.has(keys.get(place))) place.remove()
    place = next
  }
  for (const left of known.values()) left.remove()
}
