// Shared functions: elements, dates, motion, requests, dialogs, and the browser's storage.

export const on = document.addEventListener.bind(document)
export const byId = document.getElementById.bind(document)
export const query = document.querySelector.bind(document)
export const all = (name) => [...document.querySelectorAll(name)]
export const active = () => document.activeElement
/** Dispatches an event on the document. */
export const emit = (name) => document.dispatchEvent(new Event(name))
/** A function that does a job some time after its last call, with the values of that call. */
export const afterPause = (time, job) => {
  let timer = 0
  return (...values) => {
    clearTimeout(timer)
    timer = setTimeout(job, time, ...values)
  }
}
/** Whether the browser handles a click by itself, as in a new tab, or a script already did. */
export const isFollowed = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey }) =>
  defaultPrevented || button || metaKey || ctrlKey || shiftKey

/** The page's address with another query field, or without it if that is empty. */
export const addressWith = (name, value) => {
  const address = new URL(location)
  if (value) address.searchParams.set(name, value)
  else address.searchParams.delete(name)
  return address
}

/** Changes the page's address without loading it. */
export const readdress = (address) => {
  if (String(address) !== location.href) history.replaceState(history.state, "", address)
}

/** Focuses a card and scrolls to it. */
export const focus = (card) => {
  card?.querySelector("a").focus({ preventScroll: true })
  card?.scrollIntoView({ block: "nearest" })
}

/** An icon that the page defines. */
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
    // A browser may report languages that its date formats don't support.
    return new Intl.DateTimeFormat(undefined, style)
  }
}

/**
 * A date with its weekday, such as `2026년 12월 4일 (금)`.
 *
 * @param {Date} moment
 * @param {boolean=} isDay Whether to leave out the time of day.
 */
export const written = (moment, isDay) => {
  const day = { year: "numeric", month: "short", day: "numeric", weekday: "short" }
  const style = isDay ? day : { ...day, hour: "numeric", minute: "2-digit" }
  if (!formats.has(isDay)) formats.set(isDay, format(style))
  return formats.get(isDay).format(moment)
}

/** Formats a date of the server, with or without a time. */
export const write = (time) => {
  const text = (time.dateTime ||= time.textContent)
  const isDay = text.length === 10
  const moment = new Date(isDay ? `${text}T00:00` : text.replace(" ", "T"))
  if (!isNaN(moment)) time.textContent = written(moment, isDay)
}

/** Creates an element. */
export const make = (name, className = "", textContent = "", role) => {
  const element = Object.assign(document.createElement(name), { className, textContent })
  if (role) element.setAttribute("role", role)
  return element
}

const wantsNone = matchMedia("(prefers-reduced-motion: reduce)")
/** Animate no more changed cards than this; beyond, the board is a different one. */
const most = 12

/** @returns {Promise<void>} Resolves at the end, or at once without motion. */
export const move = async (element, frames) => {
  if (wantsNone.matches) return
  await element.animate(frames, { duration: 180, easing: "ease-out" }).finished.catch(() => {})
}

/** Opens a sheet with an animation from its task's card, or from below. */
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
/** Whether the board is being changed, so that nested changes join in. */
let isChanging = false

/**
 * Changes the board and animates its cards.
 *
 * @returns {Promise<void>} Resolves once the board has changed.
 */
export const glide = async (change) => {
  const isStill = wantsNone.matches || !document.startViewTransition || query("dialog[open]")
  if (isChanging || isStill) return change()
  const named = () => {
    const cards = inSight()
    for (const card of cards) card.style.viewTransitionName = card.id
    return cards
  }
  const before = named()
  const transition = document.startViewTransition(() => {
    isChanging = true
    try {
      change()
    } finally {
      isChanging = false
    }
    const after = named()
    const stay = after.filter((card) => before.includes(card))
    if (before.length + after.length - 2 * stay.length > most) transition.skipTransition()
  })
  last = transition
  // The transition may be skipped when the next one starts.
  transition.ready.catch(() => {})
  transition.finished.finally(() => {
    if (last === transition) for (const { style } of all(".card")) style.viewTransitionName = ""
  })
  await transition.updateCallbackDone
}

// MARK: The server

export const body = document.body
export const prefix = body.dataset.prefix
/** A text of the page by its name, with a value inserted. */
export const word = (name, about = "…") =>
  (body.getAttribute(`data-w-${name}`) ?? name).replace("…", () => about)
export const canWrite = () => body.dataset.readOnly === undefined
const store = `memo:${body.dataset.store}:`

const workerAddress = `${prefix}worker.js`

// Only pages of this server are parsed; it escapes all texts.
const policy = window.trustedTypes?.createPolicy("memo", {
  createHTML: (text) => text,
  // The only script that a script may load.
  createScriptURL: () => workerAddress,
})
export const parse = (text) => {
  const page = new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html")
  // The parser runs no scripts, so the content of noscript would become a part of the page.
  for (const element of page.querySelectorAll("noscript")) element.remove()
  return page
}

// What doesn't fit into the storage lasts as long as the page.
const unkept = new Map()

export const memory = {
  get: (name) => unkept.get(name) ?? JSON.parse(localStorage.getItem(store + name)),
  set: (name, value) => {
    unkept.delete(name)
    if (value == null) return localStorage.removeItem(store + name)
    try {
      localStorage.setItem(store + name, JSON.stringify(value))
    } catch {
      unkept.set(name, value)
    }
  },
  /** All names with a prefix, sorted. */
  names: (start) => {
    const kept = Object.keys(localStorage).filter((name) => name.startsWith(store))
    const names = new Set([...unkept.keys(), ...kept.map((name) => name.slice(store.length))])
    return [...names].filter((name) => name.startsWith(start)).sort()
  },
}

/** A card's address, relative to the board even if a sheet is open. */
export const addressOf = (card, isEdited) => {
  const address = new URL(prefix + card.querySelector("a").getAttribute("href"), location)
  if (isEdited) address.searchParams.set("edit", 1)
  return address.href
}

export const newOperation = () => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** Why a reachable server can't answer requests. */
export let trouble = ""
/** Whether the server answers at all. */
export const isAwake = () =>
  fetch(`${prefix}date`, { signal: AbortSignal.timeout(1500) })
    .then(({ headers }) => headers.has("X-Memo"), () => false)

let asked = new AbortController()
/** Aborts all waiting requests; the server may still perform them. */
export const giveUp = () => {
  asked.abort()
  asked = new AbortController()
}

/**
 * Sends a request.
 *
 * @returns {Promise<Response>} Rejected if the server is unreachable, also if a proxy answers for
 *   it.
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

const read = async (answer) => ({ status: answer.status, page: parse(await answer.text()) })
const part = { "X-Memo": "part" }

/** @returns {Promise<{status?: number, page?: Document}>} Empty if the server is unreachable. */
export const get = (address) => ask(address, { headers: part }).then(read).catch(() => ({}))

export const send = async (path, text) => {
  // Limit the wait, since other changes queue behind; when it is sent again, the server knows
  // whether it was done.
  const limit = text.includes("do=sync") ? 0 : setTimeout(giveUp, 30000)
  const answer = await ask(prefix + path, {
    method: "POST",
    headers: part,
    body: new URLSearchParams(text),
  }).finally(() => clearTimeout(limit))
  // A revoked browser may be authorized again, so keep the change.
  if (answer.status === 401) throw new Error(401)
  return read(answer)
}

/** Registers the service worker, which opens the last board while the server is unreachable. */
export const keepBoard = () => {
  const address = policy ? policy.createScriptURL("") : workerAddress
  navigator.serviceWorker?.register(address).catch(() => {})
}

/**
 * Shows a question or menu with a button for each answer.
 *
 * @param {string[]} choices The names of their words; in a menu they begin with the name of the
 *   icon.
 * @param {object=} menu An element to keep bright, in a menu beside the chosen card; nothing for a
 *   question.
 * @param {Element=} content An element below the text.
 * @returns {Promise<string>} Empty when left without an answer.
 */
export const choose = (text, choices, menu, content) =>
  new Promise((answer) => {
    const dialog = make("dialog", menu ? "popover beside" : "popover")
    const list = make("form", "menu-list")
    list.method = "dialog"
    const title = make("p", menu ? "about" : "", text)
    title.id = "question"
    dialog.setAttribute("aria-labelledby", "question")
    list.append(title)
    if (content) list.append(content)
    for (const choice of choices) {
      const button = make("button", choice === "delete" ? "danger" : "")
      if (menu) button.append(icon(choice.split("-")[0]))
      button.append(word(choice))
      button.value = choice
      list.append(button)
    }
    if (menu?.bright) dialog.append(menu.bright)
    dialog.append(list)
    dialog.addEventListener("close", () => {
      dialog.remove()
      answer(dialog.returnValue)
    })
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())
    dialog.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const buttons = [...list.querySelectorAll("button")]
      buttons.at((buttons.indexOf(active()) + step) % buttons.length).focus()
    })
    body.append(dialog)
    dialog.showModal()
  })

/**
 * Shows a text for copying.
 *
 * @param {string=} title A description of the text.
 * @returns {Element} Its field, selected.
 */
export const offer = (text, title) => {
  const field = Object.assign(make("textarea"), { value: text, readOnly: true })
  const label = [title, word("copy-this")].filter(Boolean).join(": ")
  field.setAttribute("aria-label", label)
  choose(label, ["close"], null, field)
  field.select()
  return field
}
