// Talks to the server, and keeps what could not be sent.

const body = document.body
export const prefix = body.dataset.prefix
export const word = (name) => body.dataset[`w${name[0].toUpperCase()}${name.slice(1)}`] ?? name
const store = `memo:${body.dataset.store}:`

// Pages come from this server alone, whose texts are escaped where they are made.
const policy = window.trustedTypes?.createPolicy("memo", { createHTML: (text) => text })
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

let waiting = memory.get("waiting") ?? []

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
    waiting.length === 0 ? word("offline") : word("waiting").replace("2", waiting.length)
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
      const { status, page } = await send(waiting[0].path, waiting[0].text)
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
