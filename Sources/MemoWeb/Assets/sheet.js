// Sheets over the board: tasks, the journal, forms, and the drafts of what is typed.

import { ask, forget, follow as followForm, isChanged, keep, tell } from "./drafts.js"
import { get, prefix, word } from "./net.js"
import { post, settle } from "./row.js"
import * as themes from "./themes.js"
import { heir, idsOf, isOwn, localize, morph, note, refresh, say } from "./live.js"

let dialog = null
/** Where the sheet is that lies over the board. */
let address = null

const hasBoard = () => Boolean(document.getElementById("bar"))
const formIn = (root) => root.querySelector("form.edit, form.theme")

/** @param {string=} opened How its form looked when it was opened. */
const prepare = (root, opened) => {
  localize(root)
  const form = formIn(root)
  if (!form) return
  if (form.matches(".theme")) themes.follow(form)
  followForm(form, opened)
}

export const isOpen = () => Boolean(dialog?.open)
export const opened = () => (isOpen() ? dialog.querySelector("#sheet") : null)

const place = () => document.getElementById("detail")

const show = (page, at, opened) => {
  const sheet = page.getElementById("sheet")
  if (!sheet) return page.body.firstElementChild && say(page.body.firstElementChild)
  if (!hasBoard()) {
    document.getElementById("sheet").replaceWith(sheet)
    return prepare(document, opened)
  }
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
  prepare(dialog, opened)
  if (!dialog.open) {
    dialog.showModal()
    if (at && location.href !== at) history.pushState({ sheet: true }, "", at)
    address = location.href
  }
  const field = sheet.querySelector("input[name=title], [autofocus]")
  if (field && !field.value) field.focus()
}

export const open = async (at) => {
  try {
    show((await get(at)).page, at)
  } catch {
    // Without the server there is nothing more to see than the card.
    note(word("offline"))
  }
}

let order = []

/** The list beside it always has one task open: the one that was, else the next, else the first. */
const follow = () => {
  if (!place() || innerWidth < 720 || isOpen()) return
  const current = place().querySelector("[data-task]")?.dataset.task
  const card = heir(order, `t-${current}`) ?? document.querySelector("li.card")
  order = idsOf(document.querySelectorAll("li.card"))
  if (card) open(card.querySelector("a").href)
  else place().replaceChildren()
}

export const close = async (isForced = false) => {
  if (!isOpen() || (!isForced && document.querySelector("dialog.popover[open]"))) return
  const form = formIn(dialog)
  if (!isForced && isChanged(form)) {
    const choice = await ask(form)
    if (choice === "stay") return
    if (choice === "save") return form.requestSubmit()
    forget(form)
  }
  dialog.close()
  dialog.replaceChildren()
  if (history.state?.sheet) history.back()
  refresh()
}

const isSheets = (form) =>
  form.matches(".edit, .theme") || form.getAttribute("action").startsWith(`${prefix}task/`)

/** Does what a form says, without leaving the page. */
export const submit = async (form, button) => {
  if (form.dataset.busy) return
  const data = new FormData(form)
  if (button?.name) data.set(button.name, button.value)
  const path = form.getAttribute("action").slice(prefix.length)
  const isEdit = isSheets(form)
  // A sheet is done once; a button may be pressed again.
  if (!isEdit) data.delete("op")
  if (data.get("task")) isOwn([data.get("task")])
  if (path.startsWith("task/")) isOwn([path.slice(5)])
  if (button) button.disabled = true
  form.dataset.busy = "yes"
  const answer = await post(path, data, !hasBoard())
  delete form.dataset.busy
  if (button) button.disabled = false
  const left = form.closest("[data-left]")?.dataset.left
  const { status, page, address } = answer ?? { status: 202 }
  const sheet = page?.getElementById("sheet")
  if (sheet) {
    if (left) sheet.dataset.left = left
    return show(page, null, form.dataset.opened)
  }
  if (isEdit && status < 400) {
    forget(form, path)
    if (left) settle(left)
    if (!hasBoard()) return leave(form, address)
  }
  // It is in the row; the sheet is done.
  if (!answer) return isEdit && close(true)
  if (isEdit && status < 400) {
    const task = path.startsWith("task/") ? path : null
    await close(true)
    if (task && place()) open(prefix + task)
  } else if (form.closest("#detail, dialog") && !data.get("operation")) {
    const task = form.closest("[data-task]")?.dataset.task
    if (task && data.get("do") === "tick") open(`${prefix}task/${task}`)
    else if (!isEdit) close(true)
  }
  const line = page.querySelector(".said")
  if (line) say(line)
  await refresh()
}

/** From a sheet that has a page of its own to the board; without it, once it is there. */
const leave = (form, address) => {
  if (address || navigator.serviceWorker?.controller) return location.assign(address ?? prefix)
  form.inert = true
  document.addEventListener("memo:sent", () => location.assign(prefix))
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

const opening = location.pathname

addEventListener("popstate", () => {
  // The board was this page's, before it was loaded anew.
  if (!hasBoard()) return location.pathname !== opening && location.reload()
  const isSheet = history.state?.sheet
  if (!isOpen() && isSheet) open(location.href)
  if (isOpen() && !isSheet) {
    if (isChanged(formIn(dialog))) {
      history.pushState({ sheet: true }, "", address)
      return close()
    }
    dialog.close()
    dialog.replaceChildren()
  }
  refresh()
})

addEventListener("beforeunload", (event) => {
  const form = formIn(document)
  if (form) keep(form)
  if (isChanged(form) && !form.dataset.draft) event.preventDefault()
})

// What was refused is looked at again.
document.addEventListener("memo:left", ({ detail: { status, page, name } }) => {
  const sheet = page.getElementById("sheet")
  if (sheet) sheet.dataset.left = name
  else if (status < 400) settle(name)
  show(page, null, "{}")
  if (!sheet) refresh()
})

export const start = () => {
  document.documentElement.classList.add("scripted")
  prepare(document)
  follow()
  document.addEventListener("memo:fresh", () => {
    follow()
    tell(formIn(document))
  })
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) {
      return
    }
    const link = event.target.closest("a")
    if (!link || link.origin !== location.origin) return
    const sheet = link.closest("#sheet")
    if (sheet?.querySelector(".clash") && link.matches("[data-close]")) {
      forget(null, `task/${sheet.dataset.task}`)
      if (sheet.dataset.left) settle(sheet.dataset.left)
    }
    if (!hasBoard()) return
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
      refresh().then(() => (document.body.className = document.getElementById("main").className))
    }
  })
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (form.method === "post" && !form.matches("[data-leaves]") && (hasBoard() || isSheets(form))) {
      event.preventDefault()
      submit(form, event.submitter)
    }
  })
  document.addEventListener("keydown", (event) => {
    const form = formIn(document)
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form) return
    event.preventDefault()
    form.requestSubmit()
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
