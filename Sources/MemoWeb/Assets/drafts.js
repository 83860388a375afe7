// Keeps what is typed, as it is typed.

import { body, get, memory, newOperation, prefix, send, word } from "./net.js"
import { active, all, make, query, written } from "./page.js"

const fields = (form) => [...form.elements].filter(({ name, type }) => name && type !== "hidden")
export const valuesOf = (form) =>
  Object.fromEntries(fields(form).map(({ name, value }) => [name, value]))
// What the text was begun on, and what the server calls the change.
const marks = ["base", "path", "since", "op"]

// Two tabs may have the same task open, and each keeps its own draft. A copy of a tab has its name
// as well, and the mark that it is still open, and so takes another one.
const tab = (() => {
  try {
    const known = sessionStorage.getItem("memo-tab")
    const name = known && !sessionStorage.getItem("memo-open") ? known : newOperation()
    const set = () => sessionStorage.setItem("memo-open", "yes")
    sessionStorage.setItem("memo-tab", name)
    set()
    addEventListener("pageshow", set)
    addEventListener("pagehide", () => {
      sessionStorage.removeItem("memo-open")
      memory.set(`alive:${name}`, null)
    })
    return name
  } catch {
    return newOperation()
  }
})()

/** Of which form it is, whether of a file's text, and whose. */
const partsOf = (name) => name.match(/^draft:([^:]+?)(-text)?:([\d-]+)$/) ?? []
const nameOf = (form) => form.dataset.draft && `draft:${form.dataset.draft}:${tab}`

const textOf = (form) => JSON.stringify(valuesOf(form))
const marksOf = (form) =>
  Object.fromEntries(marks.map((mark) => [mark, form.elements[mark]?.value]))

export const isChanged = (form) =>
  form?.dataset.opened && textOf(form) !== form.dataset.opened

const beat = 2000
const isAlive = (name) => Date.now() - (memory.get(`alive:${name}`) ?? 0) < 3 * beat

/** Says to other tabs that somebody is at a draft of this one. */
const live = () => {
  const isAt = all("form[data-draft]").some(isChanged)
  memory.set(`alive:${tab}`, isAt ? Date.now() : null)
}

export const keep = (form) => {
  const name = nameOf(form)
  if (!name) return
  const { version } = form.dataset
  const draft = { values: valuesOf(form), version, at: Date.now(), ...marksOf(form) }
  memory.set(name, isChanged(form) ? draft : null)
  live()
}

/** The question about a sheet, while it is asked. */
let question = null
/** What was saved meanwhile, or isn't there any more, is asked about no more. */
export const endQuestion = () => {
  if (question && !(question.form.isConnected && isChanged(question.form))) question.end("stay")
}

/** It is saved, or in the row, or given up. */
export const forget = (form, path) => {
  if (path?.startsWith("task/")) {
    for (const kind of ["", "-text"]) memory.set(`draft:${path.slice(5)}${kind}:${tab}`, null)
  }
  if (form) {
    if (nameOf(form)) memory.set(nameOf(form), null)
    delete form.dataset.opened
    delete form.dataset.draft
  }
  endQuestion()
  live()
}

/** What is typed has another place from now on. */
export const forgetDraft = (form) => memory.set(nameOf(form), null)

/** This tab's, else the newest that a tab has left that is no more. */
const find = (form) => {
  const own = nameOf(form)
  if (!own) return null
  // A note is one text, and the same task has fields in its sheet.
  const isOfThis = (draft) => Object.keys(draft?.values ?? {}).every((name) => form.elements[name])
  const known = memory.get(own)
  if (known) return isOfThis(known) ? known : null
  const start = `draft:${form.dataset.draft}:`
  const [name] = memory.names(start)
    .filter((name) => !isAlive(name.slice(start.length)) && memory.get(name)?.values && isOfThis(memory.get(name)))
    .sort((one, other) => (memory.get(other).at ?? 0) - (memory.get(one).at ?? 0))
  if (!name) return null
  const draft = memory.get(name)
  memory.set(own, draft)
  memory.set(name, null)
  return draft
}

/** Drafts that nobody is at: their page has ended without a word, or was left. */
export const leftDrafts = () => memory.names("draft:").filter((name) => {
  const [, task, isText, owner] = partsOf(name)
  // What is edited in its place is opened later than the page.
  const isInUse = owner === tab ? location.search.includes("edit=") : isAlive(owner)
  // Of one that no page shows it is asked first whether it is there.
  const isKnown = task === "new" || asked.has(name) || !isText && query(`[id="t-${task}"]`)
  return owner && isKnown && !isInUse && !query(`form[data-draft="${task}${isText ?? ""}"]`)
})

/** As a change that was not sent. */
export const changeOfDraft = (name) => {
  const { values, path = "", at } = memory.get(name) ?? {}
  const [, task] = partsOf(name)
  return {
    path: task === "new" ? task : `task/${task}`,
    text: `${new URLSearchParams({ path, ...values })}`,
    reason: written(new Date(at), "medium"),
  }
}

export const isAt = (form, values) => textOf(form) === JSON.stringify(values)

/**
 * What was sent is what the next words go on from: what others did meanwhile is not in the text
 * that is being typed, and so has to be merged with it.
 */
export const goOn = (form, sent) => {
  form.elements.since.value = new URLSearchParams(sent)
  form.elements.op.value = newOperation()
  form.dataset.opened = JSON.stringify(sent)
  endQuestion()
  keep(form)
}

/** It was saved, and nobody has typed since: it is now as the server has it. */
export const rebase = (form, fresh) => {
  const then = valuesOf(fresh)
  for (const [name, value] of Object.entries(then)) {
    const field = form.elements[name]
    if (field.value.trim() === value.trim()) continue
    const { selectionStart, selectionEnd } = field
    field.value = value
    if (field === active()) field.setSelectionRange?.(selectionStart, selectionEnd)
  }
  for (const mark of marks) form.elements[mark].value = fresh.elements[mark].value
  form.dataset.version = fresh.dataset.version
  // A browser may show a value otherwise than it was sent.
  form.dataset.opened = textOf(form)
  endQuestion()
  keep(form)
}

const restore = (form, draft) => {
  const former = marksOf(form)
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined && form.elements[name]) form.elements[name].value = value
    }
  }
  const before = valuesOf(form)
  // It goes on from the text it was begun on: what others did since is merged.
  set({ ...draft.values, ...draft, values: undefined })
  const { version } = form.dataset
  if (draft.version) form.dataset.version = draft.version
  const line = make("div", "said", "", "status")
  const text = make("p", "", word("draft"))
  const button = make("button", "", word("discard"))
  button.type = "button"
  button.onclick = () => {
    set({ ...before, ...former })
    if (version) form.dataset.version = version
    keep(form)
    tell(form)
    line.remove()
    form.querySelector("input:not([type=hidden]), textarea").focus()
  }
  line.append(text, button)
  form.querySelector(".bar").after(line)
}

/** @param {string=} opened How the form looked when it was opened, if that is not how it looks. */
export const followForm = (form, opened) => {
  form.dataset.opened = opened ?? textOf(form)
  const look = () => {
    const draft = find(form)
    if (draft && JSON.stringify(draft.values) !== textOf(form)) restore(form, draft)
    if (draft) tell(form)
  }
  form.addEventListener("input", () => keep(form))
  look()
  // A page that has ended without a word seems to be there for a while.
  setTimeout(() => form.isConnected && !isChanged(form) && look(), 3 * beat)
}

/** Drafts that are typed at stay this tab's, whatever another one does. */
export const start = () => {
  setInterval(live, beat)
  addEventListener("beforeunload", (event) => {
    const form = query("form.edit, form.theme")
    if (form) keep(form)
    if (isChanged(form) && !form.dataset.draft) event.preventDefault()
  })
  addEventListener("storage", ({ key, newValue }) => {
    if (newValue !== null) return
    for (const form of all("form[data-draft]")) {
      if (isChanged(form) && key?.endsWith(nameOf(form))) keep(form)
    }
  })
}

/** Says on a sheet what others have done to its task since it was opened. */
export const tell = async (form) => {
  const line = form?.querySelector(".news")
  if (!line || !form.dataset.draft) return
  const at = `${prefix}news/${form.dataset.task}?version=${form.dataset.version}`
  let { status, page } = await get(at).catch(() => ({}))
  const { base, path, since } = form.elements
  // What is other than here is told by what is here.
  if (status === 200 && page.body.textContent.trim() && base && path) {
    const opened = new URLSearchParams({ base: base.value, path: path.value, since: since?.value ?? "" })
    ;({ status, page } = await send(`news/${form.dataset.task}`, String(opened)).catch(() => ({})))
  }
  const text = status === 200 ? page.body.textContent.trim() : ""
  form.toggleAttribute("data-gone", Boolean(page?.querySelector("[data-gone]")))
  if (line.textContent !== text) line.textContent = text
  followFile(form, taskOf(page))
  return form.dataset.task
}

const taskOf = (page) => page?.querySelector("[data-task]")?.dataset.task

/** A file without an id has another address where it was moved; what is typed goes with it. */
const followFile = (form, task) => {
  const before = form.dataset.task
  if (!task || task === before) return
  memory.set(nameOf(form), null)
  form.dataset.task = task
  form.dataset.draft = form.dataset.draft.replace(before, task)
  form.setAttribute("action", `${prefix}task/${task}`)
  keep(form)
}

const opening = location.href
/** Drafts of which this page knows that their task is there. */
const asked = new Set()

/**
 * Drafts that nobody comes upon any more: their file has another address, their task is gone, or
 * they are of a file's text, and it has a sheet with fields by now.
 */
export const rescue = async (leave) => {
  for (const name of memory.names("draft:")) {
    const [, task, isText, owner] = partsOf(name)
    const draft = memory.get(name)
    // A file may be mended at any time.
    const isKnown = asked.has(name) && !isText
    if (!draft?.base || isKnown || (owner !== tab && isAlive(owner))) continue
    if (query(`form[data-task="${task}"]` + (isText ? "" : `, [id="t-${task}"]`))) continue
    const { values, version, at, ...known } = draft
    const { page } = await send(`news/${task}`, `${new URLSearchParams(known)}`)
    const now = taskOf(page)
    const gone = page.querySelector("[data-gone]")
      ?? (isText && (await get(`${prefix}task/${task}?edit=1`)).page.querySelector("[name=title]"))
    asked.add(name)
    if (!(now || gone) || !memory.get(name)) continue
    memory.set(name, null)
    if (gone) {
      // Who has deleted it when is told when it is tried again: it will have been longer ago.
      page.body.textContent = gone.dataset.gone ?? word("draft")
      const text = `${new URLSearchParams({ ...values, ...known })}`
      leave(`left:${at}:${known.op}`, { path: `task/${task}`, text }, { page })
    } else {
      const moved = name.replace(task, now)
      memory.set(memory.get(moved) ? `${moved}-` : moved, draft)
      // Whoever has loaded the page anew is where he was.
      if (opening.includes(task)) location.replace(opening.replace(task, now))
    }
  }
}

/** The line at fault is selected, and in sight. */
export const goTo = (field, line) => {
  const lines = field.value.split("\n")
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1] ?? "").length)
  field.scrollTop = ((line - 3) * field.scrollHeight) / lines.length
}

/**
 * A question with a button for each answer; Escape is the last one.
 *
 * @param {(end: (choice: string) => void) => void=} take Gets what answers it in somebody's place.
 */
export const choose = (text, choices, take) =>
  new Promise((answer) => {
    const question = make("dialog", "popover")
    const list = make("div", "menu-list")
    const end = (choice) => {
      // Closed first, it gives the focus back.
      question.close()
      question.remove()
      answer(choice)
    }
    const title = make("p", "", text)
    title.id = "question"
    question.setAttribute("aria-labelledby", "question")
    list.append(title)
    for (const choice of choices) {
      const button = make("button", choice === "delete" ? "danger" : "", word(choice))
      button.onclick = () => end(choice)
      list.append(button)
    }
    question.append(list)
    question.addEventListener("cancel", () => end(choices.at(-1)))
    body.append(question)
    question.showModal()
    take?.(end)
  })

/** Asks what is to become of a sheet that was changed. */
const ask = (form) => {
  // As it is known: what it is called in the sheet may be what was changed.
  const { title, name } = JSON.parse(form.dataset.opened)
  const text = title || name || form.querySelector("#sheet-title").textContent
  const choices = ["save", "discard", "stay"]
  return choose(word("changed", text), choices, (end) => (question = { form, end }))
    .finally(() => (question = null))
}

/** Whether a sheet is canceled; what was changed is asked about before, and may be saved. */
export const isGivenUp = async (form) => {
  const choice = isChanged(form) ? await ask(form) : "discard"
  if (choice === "save") form.requestSubmit()
  if (choice !== "discard") return false
  forget(form)
  return true
}
