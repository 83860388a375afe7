// What all scripts stand on: a page and its elements, dates as the reader has them, motion; the
// server, and what the browser keeps.

export const on = document.addEventListener.bind(document)
export const byId = document.getElementById.bind(document)
export const query = document.querySelector.bind(document)
export const all = (name) => [...document.querySelectorAll(name)]
/** What has the focus. */
export const active = () => document.activeElement
/** Tells whoever listens. */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }))
/** A click that the browser follows by itself, to another tab or window, or that is followed. */
export const isFollowed = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey }) =>
  defaultPrevented || button || metaKey || ctrlKey || shiftKey
/** What is empty an address does without. */
export const setField = (fields, name, value) => value ? fields.set(name, value) : fields.delete(name)
/** So long after a finger is let go its click comes at the latest, in milliseconds. */
export const tapTime = 400
/** The page is the same one at another address. */
export const readdress = (address) => history.replaceState(history.state, "", address)

/** Puts the focus on a card, and the card into sight. */
export const focus = (card) => {
  card?.querySelector("a").focus({ preventScroll: true })
  card?.scrollIntoView({ block: "nearest" })
}

/** A sign of the page's own, beside a word. */
export const icon = (name) => {
  const svg = query("svg.i").cloneNode(true)
  svg.firstChild.setAttribute("href", `#i-${name}`)
  return svg
}

const formats = new Map()

const format = (style) => {
  try {
    return new Intl.DateTimeFormat(navigator.languages, style)
  } catch {
    // A browser may name languages that its own formats don't know.
    return new Intl.DateTimeFormat(undefined, style)
  }
}

/**
 * @param {Date} moment
 * @param {string} length Of its day, as `Intl` has it: `medium`, `full`.
 * @param {boolean=} isDay Whether it has no time of day.
 */
export const written = (moment, length, isDay) => {
  const name = `${length} ${isDay}`
  const style = isDay ? { dateStyle: length } : { dateStyle: length, timeStyle: "short" }
  if (!formats.has(name)) formats.set(name, format(style))
  return formats.get(name).format(moment)
}

/** Writes what the server says as a day, or as a day and a time. */
export const write = (time, length) => {
  const text = (time.dateTime ||= time.textContent)
  const isDay = text.length === 10
  const moment = new Date(isDay ? `${text}T00:00` : text.replace(" ", "T"))
  if (!isNaN(moment)) time.textContent = written(moment, length, isDay)
}

/** An element that the script adds. */
export const make = (name, className = "", textContent = "", role) => {
  const element = Object.assign(document.createElement(name), { className, textContent })
  if (role) element.setAttribute("role", role)
  return element
}

const wantsNone = matchMedia("(prefers-reduced-motion: reduce)")
/** Of a board that is another one altogether nothing travels. */
const most = 12

/** @returns {Promise<void>} At its end, at once where nothing is to move. */
export const move = async (element, frames) => {
  if (wantsNone.matches) return
  await element.animate(frames, { duration: 180, easing: "ease-out" }).finished.catch(() => {})
}

/** A sheet comes out of the card that it is about, or from below. */
export const rise = (sheet, task) => {
  const from = byId(`t-${task}`)?.getBoundingClientRect()
  const to = sheet.getBoundingClientRect()
  if (!from?.height) return move(sheet, { transform: ["translateY(16px)", "none"], opacity: [0, 1] })
  const way = `translate(${from.left - to.left}px,${from.top - to.top}px) `
    + `scale(${from.width / to.width},${from.height / to.height})`
  move(sheet, { transform: [way, "none"], transformOrigin: ["0 0", "0 0"], opacity: [0, 1] })
}

const inSight = () => all("main .lane > ul > .card").filter((card) => {
  const { top, bottom, height } = card.getBoundingClientRect()
  return height && bottom > 0 && top < innerHeight
})

let last = null
/** Whether the board is being changed: what is changed with it goes along. */
let isChanging = false

/**
 * Changes the board, and shows where its cards have gone.
 *
 * @returns {Promise<void>} Once it is changed: at once where nothing is to move.
 */
export const glide = (change) => {
  if (isChanging || wantsNone.matches || !document.startViewTransition || query("dialog[open]")) return Promise.resolve(change())
  const laneOf = (card) => card.closest(".lane")
  const before = new Map(inSight().map((card) => [card, laneOf(card)]))
  const name = (card) => (card.style.viewTransitionName = card.id)
  before.forEach((lane, card) => name(card))
  const transition = document.startViewTransition(() => {
    isChanging = true
    try {
      change()
    } finally {
      isChanging = false
    }
    let others = before.size
    for (const card of inSight()) {
      name(card)
      others += before.has(card) ? -1 : 1
      // What changes its column goes before all that stays.
      if (before.has(card) && before.get(card) !== laneOf(card)) card.style.viewTransitionClass = "moved"
    }
    if (others > most) transition.skipTransition()
  })
  last = transition
  // It may be passed over, as where the next one begins.
  transition.ready.catch(() => {})
  transition.finished.finally(() => {
    if (last !== transition) return
    for (const { style } of all(".card")) style.viewTransitionName = style.viewTransitionClass = ""
  })
  return transition.updateCallbackDone
}

// MARK: The server

export const body = document.body
export const prefix = body.dataset.prefix
/** What the page has to say, of what is named. */
export const word = (name, about = "…") =>
  (body.getAttribute(`data-w-${name}`) ?? name).replace("…", () => about)
export const canWrite = () => body.dataset.readOnly === undefined
const store = `memo:${body.dataset.store}:`

const workerAddress = `${prefix}worker.js`

// Pages come from this server alone, whose texts are escaped where they are made.
const policy = window.trustedTypes?.createPolicy("memo", {
  createHTML: (text) => text,
  // The one script that a page asks for by itself.
  createScriptURL: () => workerAddress,
})
export const parse = (text) =>
  new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html")

// Private windows may keep nothing; it stays as long as the page does.
const unkept = new Map()

export const memory = {
  get: (name) => {
    if (unkept.has(name)) return unkept.get(name)
    try {
      return JSON.parse(localStorage.getItem(store + name))
    } catch {
      return null
    }
  },
  set: (name, value) => {
    unkept.delete(name)
    try {
      if (value == null) localStorage.removeItem(store + name)
      else localStorage.setItem(store + name, JSON.stringify(value))
    } catch {
      if (value != null) unkept.set(name, value)
    }
  },
  /** All names that begin so, in order. */
  names: (start) => {
    const names = [...unkept.keys()]
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(store)) names.push(name.slice(store.length))
      }
    } catch {
      // As above.
    }
    return names.filter((name) => name.startsWith(start)).sort()
  },
}

/** A card's address, from the board's and not from that of an open sheet. */
export const addressOf = (card, isEdited) => {
  const address = new URL(prefix + card.querySelector("a").getAttribute("href"), location)
  if (isEdited) address.searchParams.set("edit", 1)
  return address.href
}

export const newOperation = () => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** What keeps a server that is there from answering anything else. */
export let trouble = ""
/** Whether the server answers anything. */
export const isAwake = () =>
  fetch(`${prefix}date`, { signal: AbortSignal.timeout(1500) })
    .then(({ headers }) => headers.has("X-Memo"), () => false)

let asked = new AbortController()
/** Nobody waits any longer for a server that is away; what was sent may be done still. */
export const giveUp = () => {
  asked.abort()
  asked = new AbortController()
}

/**
 * Asks the server.
 *
 * @returns {Promise<Response>} Rejected where it is away, also if a proxy before it answers.
 */
export const ask = async (address, options) => {
  const answer = await fetch(address, { ...options, signal: asked.signal })
    .finally(() => (trouble = ""))
  const isOurs = answer.headers.has("X-Memo")
  if (!isOurs || [502, 503, 504].includes(answer.status)) {
    if (isOurs) trouble = (await answer.text()).trim()
    throw new Error(answer.status)
  }
  return answer
}

const read = async (answer) => ({
  status: answer.status,
  address: answer.redirected ? answer.url : null,
  page: parse(await answer.text()),
})
// A sheet that stands alone has the page's first heading.
const part = { "X-Memo": byId("bar") ? "part" : "sheet" }

/** @returns {Promise<{status: number, page: Document}>} Rejected where the server is away. */
export const get = async (address) => read(await ask(address, { headers: part }))

/** @param {boolean} isWhole Whether the page that follows is asked for, and its address. */
export const send = async (path, text, isWhole) => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" }
  // Others wait behind it; what was done of it the server knows when it is sent again.
  const limit = text.includes("do=sync") ? 0 : setTimeout(giveUp, 30000)
  const answer = await ask(prefix + path, {
    method: "POST",
    headers: isWhole ? form : { ...form, ...part },
    body: text,
  }).finally(() => clearTimeout(limit))
  // Who was sent away may be let in again; nothing is lost until then.
  if (answer.status === 401) throw new Error(401)
  return read(answer)
}

/** Where the browser allows it, the last board opens without the server. */
export const keepBoard = () => {
  const address = policy ? policy.createScriptURL("") : workerAddress
  navigator.serviceWorker?.register(address).catch(() => {})
}
