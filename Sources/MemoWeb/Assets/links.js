// What links, forms and fields do, without leaving the page.

import { goTo } from "./column.js"
import { forget } from "./drafts.js"
import { all, byId, focus, isFollowed, on, query, setField } from "./format.js"
import { addressOf, prefix } from "./net.js"
import { settle } from "./row.js"
import { refresh } from "./live.js"
import { close, formIn, giveUp, hasBoard, isOpen, isSheets, open, submit } from "./sheet.js"

/** All of a row opens its task, but for what is there to be pressed, or was just selected. */
const linkOfRow = (target) => {
  const isOwn = target.closest("button, input, summary") || !getSelection().isCollapsed
  return isOwn ? null : target.closest("tr.card")?.querySelector("a")
}

export const start = () => {
  on("click", (event) => {
    if (isFollowed(event)) return
    const link = event.target.closest("a") ?? linkOfRow(event.target)
    if (!link || link.origin !== location.origin) return
    const sheet = link.closest("#sheet")
    if (sheet?.querySelector(".clash") && link.matches("[data-close]")) {
      const { task, left } = sheet.dataset
      forget(null, `task/${left ?? task}`)
      if (left) settle(left)
    }
    if (!hasBoard()) return
    if (link.matches("[data-close]") && isOpen()) {
      event.preventDefault()
      close()
    } else if (link.matches(":is(dialog, #detail) [data-cancel]")) {
      event.preventDefault()
      giveUp(link.closest("form"))
    } else if (
      link.matches("[data-sheet], [data-edit], [data-history]") ||
      link.closest(".card, .text, .problems, .journal") && link.pathname.startsWith(`${prefix}task/`)
    ) {
      event.preventDefault()
      link.closest("[popover]")?.hidePopover()
      const card = link.closest(".card")
      open(card ? addressOf(card) : link.href)
    } else if (link.matches(".tabs a")) {
      event.preventDefault()
      history.replaceState(null, "", link.href)
      byId("main").dataset.lane = link.dataset.lane
      refresh()
    } else if (link.closest("#bar .menu, .views")) {
      event.preventDefault()
      link.closest("[popover]")?.hidePopover()
      goTo(new URL(link.href), true).then(() => (document.body.className = byId("main").className))
    }
  })
  on("submit", (event) => {
    const form = event.target
    if (form.method === "post" && !form.matches("[data-leaves]") && (hasBoard() || isSheets(form))) {
      event.preventDefault()
      submit(form, event.submitter)
    }
  })
  on("keydown", (event) => {
    const form = formIn(document)
    if (event.key === "Escape" && event.target.closest?.("#detail form.edit")) {
      // Else the same key would answer the question.
      event.preventDefault()
      if (form.matches(".note")) focus(byId(`t-${form.dataset.task}`))
      else giveUp(form)
    }
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    // Of a task that is gone there is one thing to be done.
    const choices = all("#sheet .clash ~ .row form")
    const done = form ?? (choices.length === 1 ? choices[0] : null)
    if (!done || query("dialog.popover[open]")) return
    event.preventDefault()
    done.requestSubmit(done === form ? undefined : done.querySelector("button"))
  })
  // A menu opens below its button, within the window.
  on("toggle", ({ target, newState }) => {
    if (newState !== "open" || !target.matches("#bar [popover]")) return
    const { left, bottom } = target.previousElementSibling.getBoundingClientRect()
    target.style.top = `${bottom + 4}px`
    target.style.left = `${Math.max(8, Math.min(left, innerWidth - 8 - target.offsetWidth))}px`
  }, true)
  // Each letter is looked for at once; while one is, the next ones wait together.
  on("input", (event) => {
    if (event.target.id !== "filter") return
    const address = new URL(location)
    setField(address.searchParams, "q", event.target.value)
    goTo(address)
  })
  on("submit", (event) => {
    if (event.target.getAttribute("role") === "search" && byId("main")) {
      event.preventDefault()
    }
  })
}
