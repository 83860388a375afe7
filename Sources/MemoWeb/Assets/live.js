// Keeps the page as the store is, and touches nothing that somebody is using.

import { ask, body, parse, prefix, word } from "./net.js"
import { active, byId, emit, make, on, query, tapTime, write } from "./format.js"
import { morph } from "./morph.js"
import { glide } from "./motion.js"
import { foreign, showConnection, showHeld, showSync } from "./row.js"

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
      // A task that is known by something else now is in the same card.
      for (const { id, dataset } of fresh.querySelectorAll("[data-was]")) {
        const card = byId(`t-${dataset.was}`)
        if (card) card.id = id
      }
      const focused = active()?.closest?.(".card, [id]")
      const isCard = focused?.matches(".card")
      const row = isCard ? idsOf(focused.parentElement.children) : [focused?.id]
      localize(fresh)
      const bar = page.getElementById("bar")
      const field = byId("filter")
      if (active() === field) bar.querySelector("#filter").value = field.value
      morph(byId("bar"), bar)
      const lane = main.dataset.lane
      // Where more is asked for already, what is shown now stays for no time that anybody could see.
      if (waiting.length > 0) morph(main, fresh)
      else glide(() => morph(main, fresh))
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

const markNews = async (ids) => {
  const news = await foreign(ids)
  const cards = news.map((id) => byId(`t-${id}`)).filter(Boolean)
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
    if (!source) return
    const asked = fetch(`${prefix}date`, { signal: AbortSignal.timeout(1500) })
    showConnection(await asked.then(({ headers }) => headers.has("X-Memo"), () => false))
    hear()
  }, Number(body.dataset.beat) * 1400)
}

const leave = () => {
  source?.close()
  source = null
}

/** One that hangs is listened to anew, and heard when it goes on. */
const listenAnew = () => {
  showConnection(false)
  if (source?.readyState !== EventSource.OPEN) return
  leave()
  listen()
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
  on("memo:hangs", listenAnew)
  // A proxy may keep the news back.
  on("memo:sent", ({ detail }) => detail && refresh())
  if (!document.hidden) listen()
  localize(document)
}
