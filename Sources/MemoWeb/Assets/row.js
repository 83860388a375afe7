// Changes that wait for a server that is away, and those that wait for an answer of their maker.
//
// Each lies under a name of its own, so that no page writes over another one's: `wait:` and `left:`
// with its place in the row and its operation.

import { memory, newOperation, send, word } from "./net.js"

const waiting = () => memory.names("wait:")

/** When the page was made; it may be older than it looks. */
const asOf = () => {
  const time = new Date(document.body.dataset.time)
  if (isNaN(time)) return ""
  const format = new Intl.DateTimeFormat(navigator.languages, { dateStyle: "medium", timeStyle: "short" })
  return `; ${word("asItWas").replace("…", format.format(time))}`
}

const counted = (name, count) =>
  count === 1 ? word(`${name}One`) : word(name).replace("2", count)

let isThere = true
/** Whether another memo kept the first one of the row from being done. */
let isBusy = false

export const showConnection = (isNow = isThere) => {
  isThere = isNow
  let sign = document.getElementById("offline")
  const count = waiting().length
  const held = isThere && count === 0 && underWay > 0 ? heldBy : ""
  if (isThere && count === 0 && !held) return sign?.remove()
  if (!sign) {
    sign = document.createElement("div")
    sign.id = "offline"
    sign.setAttribute("role", "status")
    document.body.prepend(sign)
  }
  sign.textContent = held ? held : isThere
    ? counted(isBusy ? "busy" : "sending", count)
    : (count === 0 ? word("offline") : counted("waiting", count)) + asOf()
}

/** Changes that were sent and have no answer yet, and what keeps them from being done. */
let underWay = 0
let heldBy = ""

export const showHeld = (text) => {
  heldBy = text
  showConnection()
}

/**
 * Does something, and keeps it in its place in the row where the server is away.
 *
 * @returns {Promise<{status: number, page: Document} | null>} Null where it waits.
 */
export const post = async (path, fields, isWhole) => {
  if (!fields.get("op")) fields.set("op", newOperation())
  if (document.getElementById("bar")) fields.set("back", location.search.replace(/^\?/, ""))
  const text = new URLSearchParams(fields).toString()
  const last = waiting().at(-1)
  if (!last) {
    underWay += 1
    try {
      const answer = await send(path, text, isWhole)
      if (answer.status !== 423) return answer
      isBusy = true
    } catch {
      isThere = false
    } finally {
      underWay -= 1
      if (underWay === 0 && heldBy) showHeld("")
    }
  }
  const place = Math.max(Date.now(), last ? Number(last.split(":")[1]) + 1 : 0)
  memory.set(`wait:${place}:${fields.get("op")}`, { path, text })
  showConnection()
  if (isThere && !isBusy) flush()
  else tryLater()
  return null
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
      const { path, text } = memory.get(name) ?? {}
      isBusy = false
      // It may have been done, and only the answer was lost.
      const answer = path && (await send(path, `${text}&again=1`))
      isBusy = answer?.status === 423
      if (isBusy) throw new Error(423)
      // What is refused stays until its maker has seen it.
      if (answer?.status >= 400) leave(name.replace("wait", "left"), path, text, answer.page)
      memory.set(name, null)
      hasSent = true
      showConnection(true)
    }
  }
  try {
    // Without locks each page sends all, and the server knows by `op` what it has done.
    if (navigator.locks) await navigator.locks.request(`row ${document.body.dataset.store}`, work)
    else await work()
    showConnection()
    document.dispatchEvent(new CustomEvent("memo:sent", { detail: hasSent }))
  } catch {
    showConnection(isBusy)
    tryLater()
  } finally {
    isFlushing = false
  }
}

const leave = (name, path, text, page) => {
  const reason = page.querySelector("#sheet [role=alert], #sheet-title, .said p")
  const asks = Boolean(page.getElementById("sheet"))
  memory.set(name, { path, text, reason: reason?.textContent ?? "", asks })
  showLeft()
}

/** Says what was not done, as long as nobody has answered. */
export const showLeft = () => {
  const names = document.getElementById("bar") ? memory.names("left:") : []
  let list = document.getElementById("left")
  if (names.length === 0) return list?.remove()
  if (!list) {
    list = document.createElement("div")
    list.id = "left"
    list.setAttribute("role", "status")
    document.getElementById("bar").after(list)
  }
  list.replaceChildren(...names.map((name) => {
    const { path, text, reason, asks } = memory.get(name) ?? {}
    const line = document.createElement("div")
    line.className = "said failed"
    const what = document.createElement("p")
    const title = new URLSearchParams(text).get("title")
    what.textContent = title ? `${word("unsaved").replace("…", title)}: ${reason}` : reason
    line.append(what)
    const button = (label, action) => {
      const button = document.createElement("button")
      button.textContent = word(label)
      button.onclick = action
      line.append(button)
    }
    if (asks) {
      button("show", async () => {
        // What came of it meanwhile is asked for anew.
        const answer = await send(path, text).catch(() => showConnection(false))
        if (answer) document.dispatchEvent(new CustomEvent("memo:left", { detail: { ...answer, name } }))
      })
    }
    button(asks ? "discard" : "close", () => settle(name))
    return line
  }))
}

/** Somebody has answered. */
export const settle = (name) => {
  memory.set(name, null)
  showLeft()
}

/** In all pages the same is said. */
export const start = () => {
  addEventListener("storage", ({ key }) => {
    if (!/:(wait|left):/.test(key)) return
    showConnection()
    showLeft()
  })
  showLeft()
  if (waiting().length > 0) flush()
}
