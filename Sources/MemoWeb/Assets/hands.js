// Fingers and mice: menus, moving by a drag, swipes.

import { active, all, byId, make, on, query, tapTime } from "./format.js"
import { addressOf, body, canWrite, word } from "./net.js"
import { statuses } from "./row.js"
import { act, isByHand, open, putBeside } from "./sheet.js"
import { mark } from "./several.js"
import { share } from "./share.js"

export const idOf = (card) => card.id.slice(2)
export const statusOf = (card) => card.closest("[data-status]")?.dataset.status

// MARK: Menu

export const menu = (card, at) => {
  query("dialog.popover")?.remove()
  const list = make("ul", "menu-list", "", "menu")
  const dialog = make("dialog", "popover")
  dialog.setAttribute("aria-label", card.querySelector("a").textContent)
  const id = idOf(card)
  const status = statusOf(card)
  const add = (text, action, kind) => {
    const row = make("li", "", "", "none")
    const button = make("button", kind, text, "menuitem")
    button.onclick = () => {
      dialog.close()
      action()
    }
    row.append(button)
    list.append(row)
  }
  if (canWrite()) {
    for (const name of statuses.filter((name) => name !== status)) {
      add(`→ ${word(name).toUpperCase()}`, () => act(id, name))
    }
    add(word("edit"), () => open(addressOf(card, true)))
  }
  if (canWrite() && isByHand()) {
    for (const [sign, name, steps] of [["↑", "up", -1], ["↓", "down", 1]]) {
      add(`${sign} ${word(name)}`, () => rank(card, steps))
    }
  }
  if (canWrite()) add(word("mark"), () => mark(id))
  add(word("share"), () => share(card))
  if (canWrite()) add(word("delete"), () => act(id, "delete"), "danger")
  dialog.append(list)
  dialog.addEventListener("close", () => {
    dialog.remove()
    byId(card.id)?.querySelector("a")?.focus({ preventScroll: true })
  })
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close())
  dialog.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")]
    const index = buttons.indexOf(active())
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    buttons[(index + step + buttons.length) % buttons.length].focus()
  })
  body.append(dialog)
  dialog.showModal()
  if (at) {
    const box = dialog.getBoundingClientRect()
    const within = (place, most) => `${Math.max(8, Math.min(place, most - 8))}px`
    dialog.style.margin = 0
    dialog.style.left = within(at.x, innerWidth - box.width)
    dialog.style.top = within(at.y, innerHeight - box.height)
  }
}

// MARK: Order by hand

/** Puts a card before another one of its column, or behind all that are shown. */
const putBefore = (card, next) => {
  const last = [...card.parentElement.querySelectorAll("li.card")].findLast((one) => one !== card)
  const beside = next ? { before: idOf(next) } : last ? { after: idOf(last) } : {}
  putBeside(card, beside)
  act(idOf(card), "rank", beside)
}

/** Puts a card before or behind its neighbour. */
export const rank = (card, steps) => {
  const row = [...card.closest("main.board .lane")?.querySelectorAll("li.card") ?? []]
  const place = row.indexOf(card) + steps
  // Of what isn't shown, and why it can't be, the server knows.
  if (!isByHand() || !row[place]) return act(idOf(card), "rank", { steps })
  putBefore(card, row[steps < 0 ? place : place + 1])
}

/** The button of a card that opens its menu. */
const dress = () => {
  for (const card of all(".card:not(.ghost)")) {
    let dots = card.querySelector(".dots")
    if (!dots) {
      dots = make("button", "dots", "⋯")
      dots.dataset.own = ""
      dots.setAttribute("aria-haspopup", "menu")
      ;(card.matches("tr") ? card.firstElementChild : card).append(dots)
    }
    dots.setAttribute("aria-label", `${word("menu")} ${card.querySelector("a").textContent}`)
  }
}

// MARK: Dragging

const holdTime = 350
const slack = 8
let hand = null

const isIn = ({ left, right, top }, x, y) => left < x && x < right && top < y

/** A bar at the lower edge, else the column that has the place, however far its cards go. */
const laneAt = (x, y) =>
  ["[data-drop]", "main.board > .lane"]
    .flatMap((name) => all(name))
    .find((one) => isIn(one.getBoundingClientRect(), x, y))

const lift = () => {
  const { card, x, y } = hand
  hand.isLifted = true
  card.classList.add("held")
  const ghost = card.cloneNode(true)
  ghost.removeAttribute("id")
  ghost.className = "card ghost"
  // On a phone what lies outside of the window would make it wider.
  const layer = make("ul", "layer")
  layer.append(ghost)
  hand.ghost = ghost
  body.append(layer)
  if (hand.isTouch) {
    // Where nobody has pressed anything yet a browser refuses, and complains.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(15)
    const drops = make("div", "drops")
    for (const name of statuses) {
      const drop = make("div", "", word(name).toUpperCase())
      drop.dataset.drop = name
      drops.append(drop)
    }
    body.append(drops)
    hand.drops = drops
  }
  follow(x, y)
}

const leaveLane = () => hand.lane?.classList.remove("over")

const follow = (x, y) => {
  hand.ghost.style.left = `${x - 40}px`
  hand.ghost.style.top = `${y - 20}px`
  const lane = laneAt(x, y)
  leaveLane()
  lane?.classList.add("over")
  hand.lane = lane
}

const drop = () => {
  const { card, lane, y } = hand
  const target = lane?.dataset.drop ?? lane?.dataset.status
  const from = statusOf(card)
  if (target && statuses.includes(target) && target !== from) {
    act(idOf(card), target)
  } else if (target === from && isByHand()) {
    const cards = [...card.parentElement.querySelectorAll("li.card:not(.held)")]
    const next = cards.find((other) => {
      const box = other.getBoundingClientRect()
      return y < box.top + box.height / 2
    })
    putBefore(card, next)
  }
}

const end = (isDropped, isTap) => {
  if (!hand) return
  clearTimeout(hand.timer)
  if ((hand.isLifted || hand.isHeld) && !isTap) suppressClick()
  if (hand.isLifted) {
    if (isDropped) drop()
    hand.card.classList.remove("held")
    hand.ghost.parentElement.remove()
    hand.drops?.remove()
    leaveLane()
  }
  hand = null
}

/** What is let go is no click, which may come later from a finger; one by a key has no detail. */
const suppressClick = () => {
  const rest = () => removeEventListener("click", stop, true)
  const stop = (event) => {
    if (!event.detail) return
    rest()
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", stop, true)
  addEventListener("pointerdown", rest, { capture: true, once: true })
  setTimeout(rest, tapTime)
}

// MARK: Swipes

const unswipe = (except) => {
  for (const card of all("li.card.swiped")) {
    if (card !== except) card.classList.remove("swiped")
  }
}

const swipe = (card, distance) => {
  // A finger that trembles taps, where the browser has it so.
  if (distance <= 80 && (distance > -60 || !canWrite())) return
  suppressClick()
  if (distance > 0) return share(card)
  if (-distance > card.clientWidth * 0.6) return act(idOf(card), "delete")
  if (!card.querySelector(".swipe")) {
    const button = make("button", "swipe", word("delete"))
    button.dataset.own = ""
    card.append(button)
  }
  card.classList.add("swiped")
}

export const start = () => {
  dress()
  on("memo:fresh", dress)
  on("click", (event) => {
    const card = event.target.closest(".card")
    if (event.target.closest(".dots")) {
      event.preventDefault()
      menu(card, event)
    } else if (event.target.closest(".swipe")) {
      event.preventDefault()
      act(idOf(card), "delete")
    }
  })
  on("contextmenu", (event) => {
    const card = event.target.closest(".card")
    if (!card) return
    event.preventDefault()
    if (!hand?.isTouch) menu(card, event)
  })
  on("pointerdown", (event) => {
    const card = event.target.closest(".card")
    unswipe(card)
    const isTouch = event.pointerType !== "mouse"
    if (hand) {
      // A second finger is none of a card's; with it one that isn't held any more can't be swiped.
      const isSecond = event.pointerId !== hand.pointer
      if (isSecond && hand.isTouch && hand.isLifted) return
      end(false)
      if (isSecond && isTouch) return
    }
    // What is pressed there is pressed; a swipe may begin on it.
    const isOwn = event.target.closest("button")
    if (!card || event.button !== 0 || (isOwn && !(isTouch && !isOwn.matches(".swipe")))) return
    const { x, y, pointerId, timeStamp } = event
    hand = { card, x, y, startX: x, startY: y, pointer: pointerId, isTouch, timeStamp }
    // A row of the list is held for its menu alone, and by a mouse not at all.
    hand.isRow = card.matches("tr")
    if (hand.isRow && !isTouch) return (hand = null)
    const hold = () => {
      if (!hand) return
      // Where nothing can be moved there is still the menu.
      if (hand.isRow || !canWrite()) hand.isHeld = true
      else lift()
    }
    if (isTouch && !isOwn) hand.timer = setTimeout(hold, holdTime)
  })
  on("pointermove", (event) => {
    if (!hand || event.pointerId !== hand.pointer) return
    hand.x = event.x
    hand.y = event.y
    const [dx, dy] = [hand.x - hand.startX, hand.y - hand.startY]
    if (hand.isLifted) return follow(hand.x, hand.y)
    if (Math.hypot(dx, dy) < slack) return
    if (!hand.isTouch) {
      if (canWrite()) lift()
      return
    }
    clearTimeout(hand.timer)
    if (hand.isRow) return end(false)
    // A finger that moves down scrolls, one that moves aside swipes.
    if (Math.abs(dy) > Math.abs(dx)) end(false)
    else hand.isSwipe = true
  })
  on("pointerup", (event) => {
    if (!hand || event.pointerId !== hand.pointer) return
    const { card, x, y, startX, startY, isTouch, timeStamp } = hand
    const isStill = Math.hypot(x - startX, y - startY) < slack
    if (hand.isSwipe) {
      hand = null
      swipe(card, event.x - startX)
    } else if (hand.isHeld || (hand.isLifted && isStill)) {
      // Held and let go: the menu. Of a tap a page that was busy may hear as late; a click follows.
      const isTap = isTouch && event.timeStamp - timeStamp < holdTime
      end(false, isTap)
      if (!isTap) menu(card, { x, y })
    } else {
      end(true)
    }
  })
  on("pointercancel", ({ pointerId }) => {
    if (pointerId === hand?.pointer) end(false)
  })
  on("keydown", (event) => {
    if (event.key !== "Escape" || !hand?.isLifted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // What is let go then is no click.
    addEventListener("pointerup", suppressClick, { capture: true, once: true })
    end(false)
  })
  on("dragstart", (event) => {
    if (event.target.closest("li.card")) event.preventDefault()
  })
  // While a card is held the page doesn't scroll below it.
  on("touchmove", (event) => hand?.isLifted && event.preventDefault(), {
    passive: false,
  })
}
