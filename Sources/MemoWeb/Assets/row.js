// Changes that wait for a server that is away, and those that wait for an answer of their maker.
//
// Each lies under a name of its own, so that no page writes over another one's: `wait:` and `left:`
// with its place in the row and its operation.

import { takeBack } from "./forms.js"
import {
  body, byId, emit, make, memory, newOperation, query, send, trouble, word, written,
} from "./page.js"

const waiting = () => memory.names("wait:")

/** The names of those that can't be sent now, and of those that were refused. */
export const waits = () => (isThere && !isBusy ? [] : waiting())
export const refused = () => memory.names("left:")

export const statuses = ["todo", "doing", "done"]

/** What is to become of tasks: their column, null for what changes elsewhere; or their place in it. */
export const coming = () =>
  waiting().flatMap((name) => {
    const { path, text } = memory.get(name) ?? {}
    const fields = new URLSearchParams(text)
    return path === "do" || path === "new" ? [{ ...change(fields), fresh: path === "new" && fields }] : []
  })

/** Changes that were sent and have no answer yet, and what keeps them from being done. */
let underWay = 0
let heldBy = ""
let lastAnswer = 0

/** Whether news may be of this page's own change: one goes on, or just ended. */
export const isOwn = () => underWay > 0 || Date.now() - lastAnswer < 2000

const sendOwn = async (path, text, isWhole) => {
  underWay += 1
  try {
    return await send(path, text, isWhole)
  } finally {
    underWay -= 1
    lastAnswer = Date.now()
    if (underWay === 0 && heldBy) showHeld("")
  }
}

/** What a form asks for, as a page shows it at once. */
export const change = (fields) => {
  const action = fields.get("do")
  return {
    tasks: fields.getAll("task"),
    status: statuses.includes(action) ? action : null,
    isRank: action === "rank",
    isDeletion: action === "delete",
    tick: fields.get("tick"),
    before: fields.get("before"),
    after: fields.get("after"),
  }
}

/** When the page was made; it may be older than it looks. */
const asOf = () => {
  const time = new Date(body.dataset.time)
  if (isNaN(time)) return ""
  return `; ${word("as-it-was", written(time, "medium"))}`
}

const counted = (name, count) =>
  count === 1 ? word(`${name}-one`) : word(name).replace("2", count)

let isThere = true
/** Whether another memo kept the first one of the row from being done. */
let isBusy = false

export const showConnection = (isNow = isThere) => {
  const isBack = isNow && !isThere
  isThere = isNow
  showSign()
  showSync()
  emit("memo:row")
  if (!isBack) return
  flush()
  emit("memo:back")
}

/** The sign of the other side stays as it was told: without the server, or the network, nobody knows. */
export const showSync = () => {
  const button = query("form#sync button")
  if (!button || (isThere && navigator.onLine)) return
  button.className = "late"
  button.title = button.querySelector("span").textContent = word("away")
  button.querySelector("use").setAttribute("href", "#i-offline")
}

const showSign = () => {
  let sign = byId("offline")
  const count = waiting().length
  const offline = word("offline")
  const held = isThere && !count && underWay && heldBy
  if (isThere && !count && !held) return sign?.remove()
  if (!sign) {
    sign = make("div")
    sign.id = "offline"
    sign.append(make("p", "", "", "status"))
    body.prepend(sign)
    // What else is at the lower edge stands above it.
    const height = () => body.style.setProperty("--sign", `${sign.offsetHeight}px`)
    new ResizeObserver(height).observe(sign)
  }
  sign.firstElementChild.textContent = held || (isThere
    ? counted(isBusy ? "busy" : "sending", count)
    : (count ? counted("waiting", count) : offline).replace(offline, () => trouble || offline) + asOf())
}

export const showHeld = (text) => {
  heldBy = text
  showConnection()
}

/** What tasks are called here, for when nobody can be asked. */
const titles = (tasks) => {
  const all = tasks.map((task) => query(`[id="t-${task}"] a`)?.textContent ?? "")
  return all.slice(0, 3).filter(Boolean).join(", ") + (all.length > 3 ? ", …" : "")
}

/** What was asked for and has no answer yet, in order. */
const asked = new Set()
let turn = Promise.resolve()

/**
 * Does something, and keeps it in its place in the row where the server is away.
 *
 * What is done to tasks is sent when what was asked for before is answered: two connections may
 * overtake each other. Nothing waits for a sync.
 *
 * @returns {Promise<{status: number, page: Document} | null>} Null where it waits.
 */
export const post = (path, fields, isWhole) => {
  if (!fields.get("op")) fields.set("op", newOperation())
  if (byId("bar")) fields.set("back", location.search.replace(/^\?/, ""))
  const text = new URLSearchParams(fields).toString()
  const change = { path, text, title: titles(fields.getAll("task")) }
  if (path !== "do" || fields.get("do") === "sync") return sendOrKeep(change, isWhole)
  asked.add(change)
  const answer = turn
    .then(() => sendOrKeep(change, isWhole))
    .finally(() => asked.delete(change))
  turn = answer.catch(() => {})
  return answer
}

const sendOrKeep = async (change, isWhole) => {
  if (waiting().length === 0) {
    try {
      const answer = await sendOwn(change.path, change.text, isWhole)
      if (answer.status !== 423) return answer
      isBusy = true
    } catch {
      isThere = false
    }
  }
  keep(change)
  showConnection()
  if (isThere && !isBusy) flush()
  else tryLater()
  return null
}

const keep = (change) => {
  const last = waiting().at(-1)
  const place = Math.max(Date.now(), last ? Number(last.split(":")[1]) + 1 : 0)
  const operation = new URLSearchParams(change.text).get("op")
  // A page that was left, and is gone back to, has kept it already.
  if (waiting().some((name) => name.endsWith(`:${operation}`))) return
  memory.set(`wait:${place}:${operation}`, change)
}

let isFlushing = false
let later = 0

const tryLater = () => {
  clearTimeout(later)
  later = setTimeout(flush, isBusy ? 2000 : 5000)
}

/** Sends what waits, in order; of several pages one does. */
export const flush = async () => {
  if (isFlushing) return
  isFlushing = true
  let hasSent = false
  clearTimeout(later)
  const work = async () => {
    for (let name; (name = waiting()[0]); ) {
      const change = memory.get(name)
      const { path, text } = change ?? {}
      isBusy = false
      // It may have been done, and only the answer was lost.
      const answer = path && (await sendOwn(path, `${text}&again=1`))
      isBusy = answer?.status === 423
      if (isBusy) throw new Error(423)
      // What is refused stays until its maker has seen it, unless it was taken back meanwhile.
      if (answer?.status >= 400 && memory.get(name)) leave(name.replace("wait", "left"), change, answer)
      memory.set(name, null)
      hasSent = true
      showConnection(true)
    }
  }
  try {
    // Without locks each page sends all, and the server knows by `op` what it has done.
    if (navigator.locks) await navigator.locks.request(`row ${body.dataset.store}`, work)
    else await work()
    showConnection()
    emit("memo:sent", hasSent)
  } catch {
    showConnection(isBusy)
    tryLater()
  } finally {
    isFlushing = false
  }
}

/** Keeps what was refused, with the reason: in the form that it was typed in, else by itself. */
export const leave = (name, change, { page }) => {
  const line = page.querySelector("[role=alert]") ?? page.querySelector("#sheet-title")
    ?? page.querySelector(".said p") ?? page.body
  const reason = line.textContent.trim()
  if (!takeBack(change, reason)) memory.set(name, { ...change, reason })
  emit("memo:row")
}

/** It was done, or given up. */
export const settle = (name) => {
  memory.set(name, null)
  showConnection()
}

/** In all pages the same is said. */
export const start = () => {
  // A page that goes sends nothing more; the server knows what it has done of these.
  addEventListener("pagehide", () => {
    asked.forEach(keep)
    asked.clear()
  })
  addEventListener("storage", ({ key }) => {
    if (!/:(wait|left):/.test(key)) return
    showConnection()
  })
  if (waiting().length > 0) flush()
}
