// Lists unsent changes, rejected changes and abandoned drafts, to read or discard.

import { changeOfDraft, formOf, leftDrafts, takeBack } from "./forms.js"
import { giveBack, keepFocus, morph } from "./live.js"
import { byId, canWrite, choose, get, make, memory, offer, on, prefix, word } from "./page.js"
import { refused, settle, statuses, waits } from "./row.js"
import { open } from "./sheet.js"

// Fields that the user didn't type.
const unseen = ["base", "path", "since", "op", "back", "clash", "former", "kind"]

const isDraft = (name) => name.startsWith("draft:")
const changeOf = (name) => isDraft(name) ? changeOfDraft(name) : memory.get(name)

/** All typed text, in the form of a task file. */
const wordsOf = ({ path, text }) => {
  const typed = new URLSearchParams(path === "do" ? "" : text)
  // A note has no field for its status.
  if (typed.has("note")) typed.delete("status")
  const fields = [...typed].filter(([name, value]) => value && !unseen.includes(name))
  const isLong = ([name]) => ["body", "source", "note"].includes(name)
  const short = fields.filter((field) => !isLong(field)).map(([name, value]) => `${name}: ${value}`)
  const long = fields.filter(isLong).map(([, value]) => value)
  return [short.join("\n"), ...long].filter(Boolean).join("\n\n")
}

/** Actions with the same name as their button. */
const plain = ["delete", "undo", "redo"]

/** The task and the action of a change. */
const nameOf = ({ path, text, title }) => {
  const fields = new URLSearchParams(text)
  const first = (...names) => names.map((name) => fields.get(name)?.split("\n")[0]).find(Boolean)
  if (path !== "do") return first("title", "note", "name", "path") ?? word("untitled")
  const name = fields.get("do")
  const action = statuses.includes(name) ? `→ ${word(name).toUpperCase()}` : plain.includes(name) && word(name)
  const typed = fields.get("tick")?.replace(/^\S+ \S+ /, "") ?? first("tags", "name")
  return [title, action || typed].filter(Boolean).join(" ") || word("edit")
}

/** Opens a draft in its form, or shows a text to copy. */
const look = async (name) => {
  const change = changeOf(name)
  const address = `${prefix}${change.path}`
  const isNote = new URLSearchParams(change.text).has("note")
  const at = `${address}?${isNote ? "view=notes" : "edit=1"}`
  const isNew = change.path === "new"
  // A view has one form for a new task.
  const isHere = canWrite() && (!isNew || isNote === (byId("main").className === "notes"))
  const isRefused = name.startsWith("left:")
  const draft = isHere && (isRefused ? takeBack(change, change.reason) : isDraft(name) && name)
  if (draft) {
    if (isRefused) settle(name)
    if (isNew) return open(address)
    const { page } = await get(at)
    if (page?.querySelector("form.edit")?.dataset.draft === formOf(draft)) return open(at)
  }
  offer(wordsOf(change), nameOf(change))
}

/** Asks before discarding typed text. */
const throwAway = async (name, label) => {
  const change = changeOf(name)
  const text = word("unsaved", nameOf(change))
  if (wordsOf(change) && (await choose(text, [label, "cancel"])) !== label) return
  settle(name)
  giveBack()
}

const lineOf = (name) => {
  const change = changeOf(name) ?? {}
  const line = make("div", memory.get(name)?.reason ? "said failed" : "said")
  line.id = name
  const text = nameOf(change)
  line.append(
    make("p", "", change.reason ? `${word("unsaved", text)} — ${change.reason}` : text))
  const labels = [wordsOf(change) && "show", name.startsWith("wait:") ? "withdraw" : "discard"]
  for (const label of labels.filter(Boolean)) {
    const button = make("button", "", word(label))
    button.setAttribute("aria-label", `${word(label)}: ${text}`)
    button.value = label
    line.append(button)
  }
  return line
}

/** Shows lines in their list, and removes an empty list. */
const show = (id, names, begin) => keepFocus(() => {
  let list = byId(id)
  if (names.length === 0) return list?.remove()
  if (!list) (list = begin()).id = id
  const old = list.matches("details") ? list.lastElementChild : list
  const fresh = old.cloneNode()
  fresh.append(...names.map(lineOf))
  morph(old, fresh)
})

/** Shows rejected changes and abandoned drafts above the board, queued changes at their sign. */
const showAll = () => {
  show("left", [...refused(), ...leftDrafts()], () => {
    const list = make("div", "", "", "status")
    byId("bar").after(list)
    return list
  })
  show("waits", byId("offline") ? waits() : [], () => {
    const list = make("details")
    list.append(make("summary", "", word("show")), make("div"))
    byId("offline").append(list)
    return list
  })
}

export const start = () => {
  on("click", ({ target: button }) => {
    const name = button.closest(":is(#left, #waits) .said")?.id
    // Another tab may have done it already.
    if (!button.value || !memory.get(name)) return
    if (button.value === "show") look(name)
    else throwAway(name, button.value)
  })
  // Each beat of the server is one, too; no event reports an abandoned draft.
  on("memo:row", showAll)
  showAll()
}
