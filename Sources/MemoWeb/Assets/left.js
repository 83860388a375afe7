// What can't be sent now, what was refused, and words that nobody is at: each is shown, and sent
// again or thrown away.

import { changeOfDraft, choose, leftDrafts, rescue } from "./drafts.js"
import { note, refresh, refusal, say, settleAtMain } from "./live.js"
import { canWrite, get, memory, prefix, send, trouble, word } from "./net.js"
import { active, byId, make, on } from "./page.js"
import { leave, refused, settle, showConnection, statuses, waits } from "./row.js"
import { offer } from "./share.js"
import { giveBack, isOfLeft, open, settleNotes, show } from "./sheet.js"

// What nobody has typed.
const unseen = ["base", "path", "since", "op", "back", "clash", "former"]

/** It waits, was left, or is a draft. */
const kindOf = (name) => name.split(":")[0]
const changeOf = (name) => kindOf(name) === "draft" ? changeOfDraft(name) : memory.get(name)

const fieldsOf = ({ path, text }) =>
  path === "do" ? [] : [...new URLSearchParams(text)].filter(([name]) => !unseen.includes(name))

/** All that was typed, as a file of a task has it. */
const wordsOf = (change) => {
  const fields = fieldsOf(change).filter(([, value]) => value)
  const isLong = ([name]) => ["body", "source", "note"].includes(name)
  const short = fields.filter((field) => !isLong(field)).map(([name, value]) => `${name}: ${value}`)
  const long = fields.filter(isLong).map(([, value]) => value)
  return [short.join("\n"), ...long].filter(Boolean).join("\n\n")
}

/** What is called as it is on its button. */
const plain = ["delete", "undo", "redo", "sync"]

/** What it is about, and what was to be done. */
const nameOf = ({ path, text, title }) => {
  const fields = new URLSearchParams(text)
  if (path !== "do") return fields.get("title") || fields.get("note")?.split("\n")[0] || fields.get("name") || fields.get("path") || word("untitled")
  const name = fields.get("do")
  const action = statuses.includes(name) ? `→ ${word(name).toUpperCase()}` : plain.includes(name) && word(name)
  const typed = fields.get("tick")?.replace(/^\S+ \S+ /, "") ?? fields.get("item") ?? fields.get("tags") ?? fields.get("name")
  return [title, action || typed].filter(Boolean).join(" ") || word("edit")
}

/** The sheet that it was typed in with all its words, or null where none takes them. */
const sheetWith = async (change) => {
  const { path, status } = change
  if (path !== "new" && !path.startsWith("task/")) return null
  const form = async (at) => (await get(prefix + at)).page.querySelector("form.edit")
  const own = await form(path === "new" ? path : `${path}?edit=1`)
  // It can still be a new task.
  const sheet = own ?? (await form("new"))
  const fields = fieldsOf(change)
  if (!sheet || fields.some(([name]) => !sheet.elements[name])) return null
  const set = (name, value) => {
    const field = sheet.elements[name]
    const isOption = field?.options && ![...field.options].some((one) => one.value === value)
    if (field && !isOption) field.value = value
  }
  for (const [name, value] of fields) set(name, value)
  // A form that was none of the server's is begun on what is there now.
  const marks = own && status === 403 ? ["base", "path", "since"] : []
  for (const name of marks) set(name, new URLSearchParams(change.text).get(name) ?? "")
  return sheet.ownerDocument
}

const lay = (page, name) => {
  isOfLeft(page.getElementById("sheet"), name)
  show(page)
}

const offerWords = (change) => offer(wordsOf(change), nameOf(change))

/** Sends it again; what comes of it is shown. */
const retry = async (name) => {
  const change = memory.get(name)
  if (!(await settleNotes())) return
  const answer = await send(change.path, change.text).catch(() => null)
  if (!answer) {
    showConnection(false)
    return wordsOf(change) ? offerWords(change) : note(trouble || word("later"))
  }
  const { status, page } = answer
  if (status < 400) settle(name)
  else if (status !== 423) leave(name, change, answer)
  if (page.getElementById("sheet")) return lay(page, name)
  const line = status < 400 ? page.querySelector(".said") : refusal(page)
  if (line) say(line)
  refresh()
}

/** Its words, where they can be written at, else where they can be copied. */
const look = async (name) => {
  const change = changeOf(name)
  if (kindOf(name) === "draft" && canWrite()) {
    await open(`${prefix}${change.path}?edit=1`)
    return showRefused()
  }
  const page = kindOf(name) === "left" ? await sheetWith(change).catch(() => null) : null
  if (!page) return offerWords(change)
  if (await settleNotes()) lay(page, name)
}

/** What somebody has typed is not gone at a click. */
const throwAway = async (name, label) => {
  const change = changeOf(name)
  const text = word("unsaved", nameOf(change))
  if (wordsOf(change) && (await choose(text, [label, "cancel"])) !== label) return
  settle(name)
  giveBack(change.path === "do" ? new URLSearchParams(change.text).getAll("task") : [])
}

const stateOf = (name) => {
  const { reason, asks } = memory.get(name) ?? {}
  return JSON.stringify([reason, asks])
}

const lineOf = (name) => {
  const change = changeOf(name) ?? {}
  const kind = kindOf(name)
  const line = make("div", kind === "left" ? "said failed" : "said")
  line.dataset.name = name
  line.dataset.state = stateOf(name)
  const text = nameOf(change)
  line.append(
    make("p", "", change.reason ? `${word("unsaved", text)}: ${change.reason}` : text))
  const button = (label, action) => {
    const button = make("button", "", word(label))
    button.setAttribute("aria-label", `${word(label)}: ${text}`)
    // Another tab may have done it.
    button.onclick = () => memory.get(name) && action(name, label)
    line.append(button)
  }
  if (change.asks) button("show", retry)
  else if (wordsOf(change)) button("show", look)
  if (kind === "left" && !change.asks) button("again", retry)
  button(kind === "wait" ? "withdraw" : "discard", throwAway)
  return line
}

/** Lines that say the same stay, and so does the focus. */
const fill = (list, names) => {
  const known = new Map([...list.children].map((line) => [line.dataset.name, line]))
  const lines = names.map((name) => {
    const line = known.get(name)
    return line?.dataset.state === stateOf(name) ? line : lineOf(name)
  })
  if (lines.length === known.size && lines.every((line, index) => line === list.children[index])) return
  const place = [...list.children].findIndex((line) => line.contains(active()))
  list.replaceChildren(...lines)
  if (place >= 0) lines[Math.min(place, lines.length - 1)]?.querySelector("button").focus()
}

const end = (list) => {
  const hadFocus = list?.contains(active())
  list?.remove()
  if (hadFocus) settleAtMain()
}

/** What was refused or left is seen on the board, as long as nobody has answered. */
const showRefused = () => {
  const bar = byId("bar")
  const names = bar ? [...refused(), ...leftDrafts()] : []
  let list = byId("left")
  if (names.length === 0) return end(list)
  if (!list) {
    list = make("div", "", "", "status")
    list.id = "left"
    bar.after(list)
  }
  fill(list, names)
}

/** What waits is behind the sign that counts it. */
const showWaits = () => {
  const sign = byId("offline")
  const names = sign ? waits() : []
  let list = byId("waits")
  if (names.length === 0) return end(list)
  if (!list) {
    list = make("details")
    list.id = "waits"
    list.append(make("summary", "", word("show")), make("div"))
    sign.append(list)
  }
  fill(list.lastElementChild, names)
}

export const start = () => {
  on("memo:row", () => {
    showRefused()
    showWaits()
  })
  const look = () => rescue(leave).then(showRefused, showRefused)
  look()
  on("memo:fresh", look)
  // Who is at a draft no more says nothing.
  setInterval(showRefused, 5000)
}
