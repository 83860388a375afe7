// Talks to the server, and keeps what the browser is to remember.

import { emit } from "./page.js"

export const body = document.body
export const prefix = body.dataset.prefix
/** What the page has to say, of what is named. */
export const word = (name, about = "…") =>
  (body.getAttribute(`data-w-${name}`) ?? name).replace("…", () => about)
export const canWrite = () => body.dataset.readOnly === undefined
const store = `memo:${body.dataset.store}:`

/** What is asked may take long; a server that answers nothing else meanwhile is none. */
const patience = 3000
const workerAddress = `${prefix}worker.js?patience=${patience}`

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

/** Where a card leads to: its link is told from the board, whatever a sheet has made the address. */
export const addressOf = (card, isEdited) => {
  const address = new URL(prefix + card.querySelector("a").getAttribute("href"), location)
  if (isEdited) address.searchParams.set("edit", 1)
  return address.href
}

export const newOperation = () => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** What keeps a server that is there from answering anything else. */
export let trouble = ""
/** Whether a server that keeps one waiting answers anything. */
export const isAwake = (limit = patience) =>
  fetch(`${prefix}date`, { signal: AbortSignal.timeout(limit) })
    .then(({ headers }) => headers.has("X-Memo"), () => false)

/**
 * Asks the server.
 *
 * @param {number} mostDoubts So often something else may be answered meanwhile.
 * @returns {Promise<Response>} Rejected where it is away, also if a proxy before it answers, or if
 *   it is there and does nothing; what was sent may then be done still.
 */
export const ask = async (address, options, mostDoubts = Infinity) => {
  const hangs = new AbortController()
  let isOver = false
  let doubts = 0
  const giveUp = () => {
    if (isOver) return
    hangs.abort()
    emit("memo:hangs")
  }
  const doubt = () => {
    if (isOver) return
    if (mostDoubts-- <= 0) return giveUp()
    doubts = setTimeout(async () => (await isAwake()) ? doubt() : giveUp(), patience)
  }
  doubt()
  const answer = await fetch(address, { ...options, signal: hangs.signal }).finally(() => {
    isOver = true
    clearTimeout(doubts)
    trouble = ""
  })
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
const part = { "X-Memo": document.getElementById("bar") ? "part" : "sheet" }

/** @returns {Promise<{status: number, page: Document}>} Rejected where the server is away. */
export const get = async (address) => read(await ask(address, { headers: part }))

/** @param {boolean} isWhole Whether the page that follows is asked for, and its address. */
export const send = async (path, text, isWhole) => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" }
  const answer = await ask(prefix + path, {
    method: "POST",
    headers: isWhole ? form : { ...form, ...part },
    body: text,
    // Others wait behind it; what was done of it the server knows when it is sent again.
  }, text.includes("do=sync") ? Infinity : 10)
  // Who was sent away may be let in again; nothing is lost until then.
  if (answer.status === 401) throw new Error(401)
  return read(answer)
}

/** Where the browser allows it, the last board opens without the server. */
export const keepBoard = () => {
  const address = policy ? policy.createScriptURL("") : workerAddress
  navigator.serviceWorker?.register(address).catch(() => {})
}
