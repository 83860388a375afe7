// Sheets over the board: tasks, the journal, forms, and the drafts of what is typed.

import { get, memory, post, prefix, word } from "./net.js"
import * as themes from "./themes.js"
import { isOwn, localize, morph, note, refresh, say } from "./live.js"

let dialog = null
let board = location.href

const draftName = (form) => (form?.dataset?.draft ? `draft:${form.dataset.draft}` : null)
const fields = (form) => [...form.elements].filter(({ name, type }) => name && type !== "hidden")
const values = (form) => Object.fromEntries(fields(form).map(({ name, value }) => [name, value]))
const isChanged = (form) =>
  form && JSON.stringify(values(form)) !== form.dataset.opened && form.dataset.opened !== undefined

/** Keeps what is typed, as it is typed. */
const keep = (form) => {
  const name = draftName(form)
  if (!name) return
  memory.set(
    name,
    isChanged(form)
      ? { values: values(form), base: form.elements.base?.value, path: form.elements.path?.value }
      : null,
  )
}

const prepare = (root) => {
  localize(root)
  const form = root.querySelector("form.edit, form.theme")
  if (!form) return
  if (form.matches(".theme")) themes.follow(form)
  form.dataset.opened = JSON.stringify(values(form))
  const draft = memory.get(draftName(form))
  if (draft) {
    // It goes on from the text it was begun on: what others did since is merged.
    for (const [name, value] of Object.entries(draft.values)) {
      if (form.elements[name]) form.elements[name].value = value
    }
    for (const name of ["base", "path"]) {
      if (draft[name] && form.elements[name]) form.elements[name].value = draft[name]
    }
  }
  form.addEventListener("input", () => keep(form))
}

export const isOpen = () => Boolean(dialog?.open)
export const opened = () => (isOpen() ? dialog.querySelector("#sheet") : null)

const place = () => document.getElementById("detail")

const show = (page, address) => {
  const sheet = page.getElementById("sheet") ?? page.body.firstElementChild
  if (!sheet) return
  const inPlace = place() && sheet.matches("article[data-task]") && innerWidth >= 720
  if (inPlace) {
    const before = place().querySelector("article")
    if (before?.dataset.task === sheet.dataset.task) morph(before, sheet)
    else place().replaceChildren(sheet)
    prepare(place())
    return
  }
  if (!dialog) {
    dialog = document.createElement("dialog")
    dialog.setAttribute("aria-labelledby", "sheet-title")
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault()
      close()
    })
    dialog.addEventListener("click", (event) => event.target === dialog && close())
    document.body.append(dialog)
  }
  dialog.replaceChildren(sheet)
  prepare(dialog)
  if (!dialog.open) {
    dialog.showModal()
    if (address && location.href !== address) {
      board = location.href
      history.pushState({ sheet: true }, "", address)
    }
  }
  const field = sheet.querySelector("input[name=title], [autofocus]")
  if (field && !field.value) field.focus()
}

export const open = async (address) => {
  try {
    const { page } = await get(address)
    show(page, address)
  } catch {
    // Without the server there is nothing more to see than the card.
    note(word("offline"))
  }
}

/** The list beside it always has one task open: the one that was, else the first. */
const follow = () => {
  if (!place() || innerWidth < 720 || isOpen()) return
  const current = place().querySelector("[data-task]")?.dataset.task
  const card =
    (current && document.getElementById(`t-${current}`)) ?? document.querySelector("li.card")
  if (card) open(card.querySelector("a").href)
  else place().replaceChildren()
}

/** Asks what is to become of a sheet that was changed. */
const ask = (form) =>
  new Promise((answer) => {
    const question = document.createElement("dialog")
    question.className = "popover"
    const list = document.createElement("div")
    list.className = "menu-list"
    const title = document.createElement("p")
    title.textContent = word("changed").replace("…", form.elements.title?.value ?? form.elements.name.value)
    list.append(title)
    for (const choice of ["save", "discard", "stay"]) {
      const button = document.createElement("button")
      button.textContent = word(choice)
      button.onclick = () => {
        question.remove()
        answer(choice)
      }
      list.append(button)
    }
    question.append(list)
    question.addEventListener("cancel", () => {
      question.remove()
      answer("stay")
    })
    document.body.append(question)
    question.showModal()
  })

export const close = async (isForced = false) => {
  if (!isOpen()) return
  const form = dialog.querySelector("form.edit, form.theme")
  if (!isForced && isChanged(form)) {
    const choice = await ask(form)
    if (choice === "stay") return
    if (choice === "save") return form.requestSubmit()
    if (draftName(form)) memory.set(draftName(form), null)
  }
  dialog.close()
  dialog.replaceChildren()
  if (history.state?.sheet) history.back()
  refresh()
}

/** Does what a form says, without leaving the page. */
export const submit = async (form, button) => {
  const data = new FormData(form)
  if (button?.name) data.set(button.name, button.value)
  const path = form.getAttribute("action").slice(prefix.length)
  const isEdit = form.matches(".edit, .theme") || path.startsWith("task/")
  if (data.get("task")) isOwn([data.get("task")])
  if (path.startsWith("task/")) isOwn([path.slice(5)])
  if (button) button.disabled = true
  const answer = await post(path, data)
  if (button) button.disabled = false
  if (answer === null) {
    // It is in the row; the sheet is done.
    if (isEdit) close(true)
    return
  }
  const { status, page } = answer
  const sheet = page.getElementById("sheet")
  if (sheet) return show(page)
  if (isEdit && status < 400) {
    if (draftName(form)) memory.set(draftName(form), null)
    const task = path.startsWith("task/") ? path : null
    await close(true)
    if (task && place()) open(prefix + task)
  } else if (form.closest("#detail, dialog") && !data.get("operation")) {
    const task = form.closest("[data-task]")?.dataset.task
    if (task && data.get("do") === "tick") open(`${prefix}task/${task}`)
    else close(true)
  }
  const line = page.body.firstElementChild
  if (line) say(line)
  await refresh()
}

/** Sends the words of a button that the page need not have. */
export const act = async (task, action, more = {}) => {
  isOwn([task])
  const data = new FormData()
  data.set("task", task)
  data.set("do", action)
  for (const [name, value] of Object.entries(more)) data.set(name, value)
  const answer = await post("do", data)
  if (answer?.page.body.firstElementChild) say(answer.page.body.firstElementChild)
  refresh()
}

addEventListener("popstate", () => {
  if (isOpen() && !history.state?.sheet) {
    dialog.close()
    dialog.replaceChildren()
  }
  refresh()
})

addEventListener("beforeunload", (event) => {
  const form = document.querySelector("form.edit")
  if (form) keep(form)
  if (isChanged(form) && !draftName(form)) event.preventDefault()
})

export const start = () => {
  document.documentElement.classList.add("scripted")
  prepare(document)
  follow()
  document.addEventListener("memo:fresh", follow)
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) {
      return
    }
    const link = event.target.closest("a")
    if (!link || link.origin !== location.origin || !document.getElementById("bar")) return
    if (link.matches("[data-close], [data-cancel]") && isOpen()) {
      event.preventDefault()
      close()
    } else if (
      link.matches("[data-sheet], [data-edit], [data-history]") ||
      link.closest("li.card, tr.card, .text, .problems") && link.pathname.startsWith(`${prefix}task/`)
    ) {
      event.preventDefault()
      open(link.href)
    } else if (link.matches("[data-more]")) {
      event.preventDefault()
      history.replaceState(null, "", link.href)
      refresh()
    } else if (link.matches(".tabs a")) {
      event.preventDefault()
      history.replaceState(null, "", link.href)
      document.getElementById("main").dataset.lane = link.dataset.lane
      refresh()
    } else if (link.closest("#bar .menu")) {
      event.preventDefault()
      link.closest("details").open = false
      history.pushState(null, "", link.href)
      board = location.href
      refresh().then(() => (document.body.className = document.getElementById("main").className))
    }
  })
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (form.method === "post" && !form.matches("[data-leaves]") && document.getElementById("bar")) {
      event.preventDefault()
      submit(form, event.submitter)
    }
  })
  // A click beside an open menu closes it.
  document.addEventListener("pointerdown", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false
    }
  })
  let typed = 0
  document.addEventListener("input", (event) => {
    if (event.target.id !== "filter") return
    clearTimeout(typed)
    typed = setTimeout(() => {
      const address = new URL(location.href)
      if (event.target.value) address.searchParams.set("q", event.target.value)
      else address.searchParams.delete("q")
      history.replaceState(history.state, "", address)
      refresh()
    }, 60)
  })
  // A day of the past, a step at a time.
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-days]")) return
    const day = new Date()
    day.setDate(day.getDate() + Number(event.target.value))
    const text = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
      .map((part) => String(part).padStart(2, "0")).join("-")
    event.target.form.elements.at.value = Number(event.target.value) ? text : ""
    clearTimeout(typed)
    typed = setTimeout(() => {
      const address = new URL(location.href)
      if (Number(event.target.value)) address.searchParams.set("at", text)
      else address.searchParams.delete("at")
      history.replaceState(history.state, "", address)
      refresh()
    }, 120)
  })
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("role") === "search" && document.getElementById("main")) {
      event.preventDefault()
    }
  })
}
