// Talks to the server, and keeps what could not be sent.

const body = document.body
export const prefix = body.dataset.prefix
export const word = (name) => body.dataset[`w${name[0].toUpperCase()}${name.slice(1)}`] ?? name
const store = `memo:${body.dataset.store}:`

// Pages come from this server alone, whose texts are escaped where they are made.
const policy = window.trustedTypes?.createPolicy("memo", {
  createHTML: (text) => text,
  // The one script that a page asks for by itself.
  createScriptURL: () => `${prefix}worker.js`,
})
export const parse = (text) =>
  new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html")

export const memory = {
  get: (name) => {
    try {
      return JSON.parse(localStorage.getItem(store + name))
    } catch {
      return null
    }
  },
  set: (name, value) => {
    try {
      if (value == null) localStorage.removeItem(store + name)
      else localStorage.setItem(store + name, JSON.stringify(value))
    } catch {
      // Private windows may keep nothing; what is typed still stands in the page.
    }
  },
}

export const newOperation = () => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** @returns {Promise<{status: number, page: Document}>} Rejected where the server is away. */
export const get = async (address) => {
  const answer = await fetch(address, { headers: { "X-Memo": "part" } })
  return { status: answer.status, page: parse(await answer.text()) }
}

const send = async (path, text) => {
  const answer = await fetch(prefix + path, {
    method: "POST",
    headers: { "X-Memo": "part", "Content-Type": "application/x-www-form-urlencoded" },
    body: text,
  })
  return { status: answer.status, page: parse(await answer.text()) }
}

/** Where the browser allows it, the last board opens without the server. */
export const keepBoard = () => {
  const address = policy ? policy.createScriptURL("") : `${prefix}worker.js`
  navigator.serviceWorker?.register(address).catch(() => {})
}

let waiting = memory.get("waiting") ?? []

/** When the page was made; it may be older than it looks. */
const asOf = () => {
  const time = new Date(body.dataset.time)
  if (isNaN(time)) return ""
  const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: "medium", timeStyle: "short" })
  return `; ${word("asItWas").replace("…", format.format(time))}`
}

export const showConnection = (isThere) => {
  let sign = document.getElementById("offline")
  if (isThere && waiting.length === 0) return sign?.remove()
  if (!sign) {
    sign = document.createElement("div")
    sign.id = "offline"
    sign.setAttribute("role", "status")
    document.body.prepend(sign)
  }
  sign.textContent =
    (waiting.length === 0 ? word("offline") : word("waiting").replace("2", waiting.length)) + asOf()
}

/**
 * Does something, and keeps it in its place in the row where the server is away.
 *
 * @returns {Promise<{status: number, page: Document} | null>} Null where it waits.
 */
export const post = async (path, fields) => {
  fields.set("op", newOperation())
  fields.set("back", location.search.replace(/^\?/, ""))
  const text = new URLSearchParams(fields).toString()
  if (waiting.length === 0) {
    try {
      return await send(path, text)
    } catch {
      // Falls through: it waits.
    }
  }
  waiting.push({ path, text })
  memory.set("waiting", waiting)
  showConnection(false)
  return null
}

let isFlushing = false

/** Sends what waits, in order. @returns {Promise<Document[]>} What was said of what failed. */
export const flush = async () => {
  const said = []
  if (isFlushing) return said
  isFlushing = true
  try {
    while (waiting.length > 0) {
      // It may have been done, and only the answer was lost.
      const { status, page } = await send(waiting[0].path, `${waiting[0].text}&again=1`)
      waiting.shift()
      memory.set("waiting", waiting)
      if (status >= 400) said.push(page)
    }
    showConnection(true)
  } catch {
    showConnection(false)
  } finally {
    isFlushing = false
  }
  return said
}
