// Touch and mouse: sharing, menus, dragging and swiping cards, pulling sheets down, and avoiding
// the on-screen keyboard.

import { mark, meant } from "./columns.js"
import { note } from "./live.js"
import {
  active, addressOf, all, body, byId, canWrite, choose, icon, make, move, offer, on, query,
  word,
} from "./page.js"
import { statuses } from "./row.js"
import { act, close, isByHand, open } from "./sheet.js"

export const idOf = (card) => card.id.slice(2)
export const statusOf = (card) => card.closest("[data-status]")?.dataset.status

// MARK: Sharing

export const share = (card) => shareText(card.querySelector("a").textContent)

/** Shares a text, else copies it, else shows it for copying by hand. */
export const shareText = async (text) => {
  const [title] = text.split("\n")
  try {
    if (navigator.share) return await navigator.share({ title, text })
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (error.name === "AbortError") return
    // Without https a page has no clipboard API; `execCommand` still works.
    const field = offer(text)
    if (!document.execCommand("copy")) return
    field.closest("dialog").close()
  }
  note(word("copied"))
}

// MARK: Menu

/** An inert copy of a card, in a layer that doesn't widen the window. */
const pictureOf = (card) => {
  const picture = card.cloneNode(true)
  picture.removeAttribute("id")
  picture.classList.add("ghost")
  picture.inert = true
  const layer = make("ul", "layer")
  layer.append(picture)
  return layer
}

export const menu = async (card) => {
  const id = idOf(card)
  const moves = statuses.filter((name) => name !== statusOf(card)).map((name) => `move-${name}`)
  const choices = canWrite()
    ? [...moves, "edit", ...(isByHand() ? ["up", "down"] : []), "select", "share", "delete"] : ["share"]
  // Keep the card bright, since everything else behind the menu is dimmed.
  const bright = card.matches("li") && pictureOf(card)
  const { left, top, width } = card.getBoundingClientRect()
  if (bright) Object.assign(bright.firstChild.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  card.classList.add("chosen")
  const choice = await choose(card.querySelector("a").textContent, choices, { bright })
  card.classList.remove("chosen")
  byId(card.id)?.querySelector("a")?.focus({ preventScroll: true })
  if (!choice) return
  const others = {
    edit: () => open(addressOf(card, true)), up: () => rank(card, -1), down: () => rank(card, 1),
    select: () => mark(id), share: () => share(card),
  }
  if (others[choice]) others[choice]()
  else act(meant(id), choice.replace("move-", ""))
}

// MARK: Order by hand

/** Moves a card before another one of its column, or after all shown cards. */
const putBefore = (card, next) => {
  const last = [...card.parentElement.querySelectorAll("li.card")].findLast((one) => one !== card)
  act([idOf(card)], "rank", next ? { before: idOf(next) } : last ? { after: idOf(last) } : {})
}

/** Moves a card by one place. */
export const rank = (card, steps) => {
  const row = [...card.closest("main.board .lane")?.querySelectorAll("li.card") ?? []]
  const place = row.indexOf(card) + steps
  // The server handles moves past the shown cards, and explains why a move is impossible.
  if (!isByHand() || !row[place]) return act([idOf(card)], "rank", { steps })
  putBefore(card, row[steps < 0 ? place : place + 1])
}

/** Adds the menu button to each card. */
const dress = () => {
  for (const card of all(".card:not(.ghost)")) {
    let dots = card.querySelector(".dots")
    if (!dots) {
      dots = make("button", "dots")
      dots.append(icon("more"))
      dots.dataset.own = ""
      dots.setAttribute("aria-haspopup", "dialog")
      ;(card.matches("tr") ? card.firstElementChild : card).append(dots)
    }
    dots.setAttribute("aria-label", `${word("menu")} ${card.querySelector("a").textContent}`)
  }
}

// MARK: Dragging

const holdTime = 350
const slack = 8
let hand = null

/** A drop bar at the lower edge, else the column at that position. */
const laneAt = (x, y) =>
  document.elementsFromPoint(x, y).find((one) => one.matches("[data-drop], main.board > .lane"))

const lift = () => {
  const { card, x, y } = hand
  hand.isLifted = true
  const layer = pictureOf(card)
  card.classList.add("held")
  hand.ghost = layer.firstChild
  body.append(layer)
  if (hand.isTouch) {
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
  hand.ghost.style.left = `${Math.min(x - 40, innerWidth - hand.ghost.offsetWidth - 8)}px`
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
    act(meant(idOf(card)), target)
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
  const done = hand
  hand = null
  if (done.isSwipe) letGo(done, isDropped)
}

/** The longest time from lifting a finger to its click, in milliseconds. */
const tapTime = 400

/**
 * Suppresses the click after a drag, which may come late on touch; clicks by a key have no detail.
 */
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

/** The distance after which a swipe takes effect. */
const farOf = (card) => Math.min(card.clientWidth / 2, 200)

/** Moves the card with the finger and reveals the action below it. */
const slide = () => {
  const { card } = hand
  const way = hand.x - hand.startX
  hand.way = way < 0 && !canWrite() ? 0 : way
  const kind = way < 0 ? "delete" : "share"
  if (!hand.under) {
    hand.under = make("li", "", "", "presentation")
    hand.under.dataset.own = ""
    hand.under.setAttribute("aria-hidden", "true")
    card.parentElement.append(hand.under)
    card.classList.add("swiped")
  }
  const { under } = hand
  const isFar = Math.abs(hand.way) > farOf(card)
  if (!under.matches(`.${kind}`)) under.replaceChildren(icon(kind), word(kind))
  under.className = `under ${kind}${isFar ? " full" : ""}`
  Object.assign(under.style, { top: `${card.offsetTop}px`, height: `${card.offsetHeight}px` })
  card.style.transform = `translateX(${hand.way}px)`
}

/** Performs the action of a long swipe, or moves the card back. */
const letGo = async ({ card, under, way = 0 }, isDropped) => {
  const isFar = isDropped && Math.abs(way) > farOf(card)
  // A small movement is a tap if the browser reports a click.
  if (Math.abs(way) > 2 * slack) suppressClick()
  const isDeletion = isFar && way < 0
  await move(card, { transform: [`translateX(${way}px)`, isDeletion ? "translateX(-110%)" : "none"] })
  card.style.transform = ""
  card.classList.remove("swiped")
  under?.remove()
  if (isDeletion) act(meant(idOf(card)), "delete")
  else if (isFar) share(card)
}

export const start = () => {
  followSheets()
  dress()
  on("memo:fresh", dress)
  on("click", (event) => {
    const dots = event.target.closest(".dots")
    if (!dots) return
    event.preventDefault()
    menu(dots.closest(".card"))
  })
  on("contextmenu", (event) => {
    const card = event.target.closest(".card")
    if (!card) return
    event.preventDefault()
    if (!hand?.isTouch) menu(card)
  })
  on("pointerdown", (event) => {
    const card = event.target.closest(".card")
    const isTouch = event.pointerType !== "mouse"
    if (hand) {
      // A second finger is ignored while a card is dragged; otherwise it ends the gesture.
      const isSecond = event.pointerId !== hand.pointer
      if (isSecond && hand.isTouch && hand.isLifted) return
      end(false)
      if (isSecond && isTouch) return
    }
    // A press on a button belongs to the button, but a touch there may start a swipe.
    const isOwn = event.target.closest("button")
    // A row of the list supports holding only by touch, and only for its menu.
    const isRow = card?.matches("tr")
    if (!card || event.button !== 0 || ((isOwn || isRow) && !isTouch)) return
    const { x, y, pointerId, timeStamp } = event
    hand = { card, x, y, startX: x, startY: y, pointer: pointerId, isTouch, isRow, timeStamp }
    const hold = () => {
      if (!hand) return
      // A read-only board still has the menu.
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
    if (hand.isSwipe) return slide()
    if (Math.hypot(dx, dy) < slack) return
    if (!hand.isTouch) {
      if (canWrite()) lift()
      return
    }
    clearTimeout(hand.timer)
    if (hand.isRow) return end(false)
    // A vertical movement scrolls, a horizontal one swipes.
    if (Math.abs(dy) > Math.abs(dx)) end(false)
    else {
      hand.isSwipe = true
      slide()
    }
  })
  on("pointerup", (event) => {
    if (!hand || event.pointerId !== hand.pointer) return
    const { card, x, y, startX, startY, isTouch, timeStamp } = hand
    hand.x = event.x
    const isStill = Math.hypot(x - startX, y - startY) < slack
    if (hand.isSwipe) {
      slide()
      end(true)
    } else if (hand.isHeld || (hand.isLifted && isStill)) {
      // Holding without moving opens the menu. A busy page may report a tap as late as a hold; the
      // event times tell, and a click follows a tap.
      const isTap = isTouch && event.timeStamp - timeStamp < holdTime
      end(false, isTap)
      if (!isTap) menu(card)
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
    // Suppress the click after the release.
    addEventListener("pointerup", suppressClick, { capture: true, once: true })
    end(false)
  })
  on("dragstart", (event) => {
    if (event.target.closest("li.card")) event.preventDefault()
  })
  // Prevents scrolling while a card is held.
  on("touchmove", (event) => hand?.isLifted && event.preventDefault(), { passive: false })
}

/** Some browsers don't shrink the page for an on-screen keyboard. */
const makeRoom = () => {
  const { height, offsetTop, scale } = visualViewport
  const { style } = document.documentElement
  // A zoomed page also shows only a part, but nothing covers it.
  const set = (name, size) => style.setProperty(name, scale < 1.1 ? `${size}px` : "")
  set("--seen", height)
  set("--above", offsetTop)
}

/** Scrolls to the field and, in a text, near the caret; the browser does the rest when it is typed. */
const showCaret = (field) => {
  if (field.matches("textarea")) {
    const place = (field.scrollHeight * field.selectionEnd) / field.value.length
    field.scrollTop = place - field.clientHeight / 2
  }
  field.scrollIntoView({ block: "nearest" })
}

/** Closes a sheet that is pulled down. */
const followSheets = () => {
  visualViewport.addEventListener("scroll", makeRoom)
  visualViewport.addEventListener("resize", () => {
    makeRoom()
    if (active().matches("#sheet *")) showCaret(active())
  })
  let from = null
  on("touchstart", ({ target, touches: [touch, second] }) => {
    const dialog = target.closest?.("dialog:not(.popover)")
    const scrolls = target.closest?.("textarea, input[type=range], pre")?.scrollTop > 0
    from = dialog && !second && dialog.scrollTop <= 0 && !scrolls
      ? { dialog, x: touch.clientX, y: touch.clientY, way: 0 } : null
  })
  on("touchmove", (event) => {
    if (!from) return
    const [touch] = event.touches
    const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
    // Other directions scroll or select.
    if (from.way === 0 && dy < Math.max(slack, Math.abs(dx) * 1.5)) {
      if (Math.hypot(dx, dy) > slack) from = null
      return
    }
    from.way = Math.max(1, dy)
    event.preventDefault()
    from.dialog.style.transform = `translateY(${from.way}px)`
  }, { passive: false })
  const done = (isLetGo) => {
    if (!from) return
    const { dialog, way } = from
    from = null
    dialog.style.transform = ""
    if (isLetGo && way > 100) close()
  }
  on("touchend", () => done(true))
  on("touchcancel", () => done(false))
}
