// The queue of changes for an unreachable server, and rejected changes.
//
// Each has its own key in storage, so that pages don't overwrite each other's changes: `wait:` or
// `left:`, its place in the queue, and its operation id.

import { takeBack } from "./forms.js"
import {
  afterPause, body, byId, emit, isAwake, make, memory, newOperation, query, send, trouble, word, written,
} from "./page.js"

const waiting = () => memory.names("wait:")

/** The names of queued changes that can't be sent now, and of rejected changes. */
export const waits = () => (isThere && !isBusy ? [] : waiting())
export const refused = () => memory.names("left:")

export const statuses = ["todo", "doing", "done"]

/** Those who wait for the responses of changes that this page sends, by the changes' names. */
const callers = new Map()

/** The fields of queued and sent changes that are shown as done; forms of tasks are not. */
export const requested = () => waiting().flatMap((name) => {
  const { path, text } = memory.get(name) ?? {}
  // The form of a new task stays open until it is done or waits.
  const isNew = path === "new" && !callers.has(name)
  const fields = new URLSearchParams(text)
  const change = { ...Object.fromEntries(fields), tasks: fields.getAll("task"), isNew }
  return path === "do" || isNew ? [change] : []
})

let isFlushing = false
let lastSent = 0
/** Whether reported changes may be this page's own: they are being sent or were just sent. */
export const isOwn = () => isFlushing || Date.now() - lastSent < 2000

/** The time of the page's content. */
const asOf = () => {
  const time = new Date(body.dataset.time)
  if (isNaN(time)) return ""
  return `; ${word("as-it-was", written(time))}`
}

/** A text of the page about a number of things. */
export const counted = (name, count) =>
  count === 1 ? word(`${name}-one`) : word(name).replace("2", count)

let isThere = true
/** Whether another memo's lock prevented the first queued change. */
let isBusy = false

export const showConnection = (isNow = isThere) => {
  const isBack = isNow && !isThere
  isThere = isNow
  showSign()
  showSync()
  emit("memo:row")
  if (isBack) flush()
}

/** Shows the sync state as unreachable if the server or the network is. */
export const showSync = () => {
  const button = query("form#sync button")
  if (!button || (isThere && navigator.onLine)) return
  button.className = "late"
  button.title = button.querySelector("span").textContent = word("away")
  button.querySelector("use").setAttribute("href", "#i-offline")
}

const showSign = () => {
  let sign = byId("offline")
  const count = waiting().filter((name) => !callers.has(name)).length
  const offline = word("offline")
  if (isThere && !count) return sign?.remove()
  if (!sign) {
    sign = make("div")
    sign.id = "offline"
    sign.append(make("p", "", "", "status"))
    body.prepend(sign)
    // Raise other elements at the lower edge above the sign.
    const height = () => body.style.setProperty("--sign", `${sign.offsetHeight}px`)
    new ResizeObserver(height).observe(sign)
  }
  sign.firstElementChild.textContent = isThere
    ? counted(isBusy ? "busy" : "sending", count)
    : (count ? counted("waiting", count) : offline).replace(offline, () => trouble || offline) + asOf()
}

/** The titles of tasks, for display while the server is unreachable. */
const titles = (tasks) => {
  const all = tasks.map((task) => query(`[id="t-${task}"] a`)?.textContent ?? "")
  return all.slice(0, 3).filter(Boolean).join(", ") + (all.length > 3 ? ", …" : "")
}

/**
 * Performs a change after the earlier ones, since two connections may overtake each other.
 *
 * It is stored before it is sent, and stays stored until the server is reachable. A sync happens
 * now or not at all.
 *
 * @returns {Promise<{status: number, page: Document} | null>} Null if the change waits, or if
 *   another page has sent it.
 */
export const post = async (path, fields) => {
  if (!fields.get("op")) fields.set("op", newOperation())
  fields.set("back", location.search.replace(/^\?/, ""))
  const text = new URLSearchParams(fields).toString()
  if (fields.get("do") === "sync") {
    // A server that hangs would perform it when it continues.
    const isAway = !isThere && !(await isAwake())
    const answer = isAway ? null : await send(path, text).catch(() => showConnection(false))
    if (answer) emit("memo:sent")
    return answer
  }
  const last = waiting().at(-1)
  const place = Math.max(Date.now(), last ? Number(last.split(":")[1]) + 1 : 0)
  const name = `wait:${place}:${fields.get("op")}`
  memory.set(name, { path, text, title: titles(fields.getAll("task")) })
  if (!isThere || isBusy) {
    showConnection()
    tryLater()
    return null
  }
  const answer = new Promise((done) => callers.set(name, done))
  emit("memo:row")
  flush()
  return answer
}

const tryLater = afterPause(5000, () => waiting()[0] && flush())

/**
 * Sends the queue in order; only one page does so at a time.
 *
 * What other pages store from now on they send themselves, since their forms need the response.
 */
const flush = async () => {
  if (isFlushing) return
  isFlushing = true
  let isOver = false
  const before = waiting()
  const next = () => waiting().find((name) => callers.has(name) || before.includes(name))
  const work = async () => {
    for (let name; (name = next()); ) {
      const change = memory.get(name)
      const { path, text } = change ?? {}
      const done = callers.get(name)
      isBusy = false
      // Without a caller, it may have been done, with only its response lost; `again` tells the
      // server.
      const answer = path && (await send(path, done ? text : `${text}&again=1`))
      lastSent = Date.now()
      isBusy = answer?.status === 423
      if (isBusy) throw new Error(423)
      // Keep a rejected change until the user has seen it, unless it was withdrawn meanwhile.
      const isLeft = !done && answer?.status >= 400 && memory.get(name)
      if (isLeft) leave(name.replace("wait", "left"), change, answer)
      memory.set(name, null)
      callers.delete(name)
      done?.(answer)
      showConnection(true)
    }
    // A change from now on takes its own turn.
    isFlushing = false
  }
  try {
    // Without locks, each page sends the queue, and the server detects repeats by `op`.
    if (navigator.locks) await navigator.locks.request(`row ${body.dataset.store}`, work)
    else await work()
    emit("memo:sent")
  } catch {
    isOver = true
    isFlushing = false
  }
  // Their changes wait now, or another page has sent them.
  for (const [name, done] of callers) {
    if (!isOver && memory.get(name)) continue
    callers.delete(name)
    done(null)
  }
  if (isOver) {
    showConnection(isBusy)
    tryLater()
  }
}

/** Keeps a rejected change with the reason, as a draft of its form or in a list. */
const leave = (name, change, { page }) => {
  const line = page.querySelector("[role=alert]") ?? page.querySelector("#sheet-title")
    ?? page.querySelector(".said p") ?? page.body
  const reason = line.textContent.trim()
  if (!takeBack(change, reason)) memory.set(name, { ...change, reason })
}

/** Removes a change that was done or discarded. */
export const settle = (name) => {
  memory.set(name, null)
  showConnection()
}

/** Removes a queued change of a form that stays open. */
export const withdraw = (operation) => {
  const name = waiting().find((name) => name.endsWith(`:${operation}`))
  if (name) settle(name)
}

/** Updates all pages. */
export const start = () => {
  addEventListener("storage", ({ key }) => {
    // While the server is there, other pages' changes only pass through the queue.
    const isPassing = isThere && !isBusy && key?.includes(":wait:")
    if (/:(wait|left):/.test(key) && !isPassing) showConnection()
  })
  if (waiting().length > 0) flush()
}
