// Touch and mouse: sharing, menus, dragging and swiping cards, pulling sheets down, and avoiding
// the on-screen keyboard.

import { mark, meant } from "./columns.js"
import { note } from "./live.js"
import {
  active, addressOf, all, body, byId, canWrite, choose, icon, make, move, offer, on, word,
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
  } catch (error) {
    if (error.name === "AbortError") return
  }
  try {
    await navigator.clipboard.writeText(text)
  } catch {
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

// MARK: Gestures

const holdTime = 350
/** The longest time from lifting a finger to its click, in milliseconds. */
const tapTime = 400
const slack = 8

/** The pressed card, the pointer's place, and the gesture once it has begun. */
let hand = null
/** Until when clicks are suppressed, on the clock of events. */
let quiet = 0

/** Suppresses the click after a gesture, which may come late on touch. */
const suppressClick = () => (quiet = performance.now() + tapTime)

/** Holding a card that can't be moved, for its menu. */
const hold = () => ({
  follow: (x, y) => isStill(x, y) || end(false),
  end: (isDropped, isTap) => isTap || suppressClick(),
})

/** Drags a copy of the card to a column, or to a bar at the lower edge. */
const drag = () => {
  const { card, isTouch } = hand
  const layer = pictureOf(card)
  const ghost = layer.firstChild
  const drops = make("div", "drops")
  for (const name of statuses) {
    const drop = make("div", "", word(name).toUpperCase())
    drop.dataset.drop = name
    drops.append(drop)
  }
  card.classList.add("held")
  body.append(layer)
  if (isTouch) body.append(drops)
  let lane, height
  return {
    isDrag: true,
    follow: (x, y) => {
      height = y
      ghost.style.left = `${Math.min(x - 40, innerWidth - ghost.offsetWidth - 8)}px`
      ghost.style.top = `${y - 20}px`
      lane?.classList.remove("over")
      lane = document.elementsFromPoint(x, y)
        .find((one) => one.matches("[data-drop], main.board > .lane"))
      lane?.classList.add("over")
    },
    end: (isDropped, isTap) => {
      if (!isTap) suppressClick()
      if (isDropped) drop(card, lane?.dataset.drop ?? lane?.dataset.status, height)
      card.classList.remove("held")
      lane?.classList.remove("over")
      layer.remove()
      drops.remove()
    },
  }
}

/** Moves a card to a column, or to a height in its own one. */
const drop = (card, target, y) => {
  const from = statusOf(card)
  if (target !== from && statuses.includes(target)) return act(meant(idOf(card)), target)
  if (!target || target !== from || !isByHand()) return
  const cards = [...card.parentElement.querySelectorAll("li.card:not(.held)")]
  putBefore(card, cards.find((other) => {
    const { top, height } = other.getBoundingClientRect()
    return y < top + height / 2
  }))
}

/** Moves the card with the finger and reveals the action below it, which a long way performs. */
const swipe = () => {
  const { card, startX } = hand
  const under = make("li", "", "", "presentation")
  under.dataset.own = ""
  under.setAttribute("aria-hidden", "true")
  card.parentElement.append(under)
  card.classList.add("swiped")
  let way = 0
  const isFar = () => Math.abs(way) > Math.min(card.clientWidth / 2, 200)
  return {
    isSwipe: true,
    follow: (x) => {
      way = canWrite() ? x - startX : Math.max(0, x - startX)
      const kind = way < 0 ? "delete" : "share"
      if (!under.matches(`.${kind}`)) under.replaceChildren(icon(kind), word(kind))
      under.className = `under ${kind}${isFar() ? " full" : ""}`
      Object.assign(under.style, { top: `${card.offsetTop}px`, height: `${card.offsetHeight}px` })
      card.style.transform = `translateX(${way}px)`
    },
    end: async (isDropped) => {
      const isDone = isDropped && isFar()
      const isDeletion = isDone && way < 0
      // A small movement is a tap if the browser reports a click.
      if (Math.abs(way) > 2 * slack) suppressClick()
      const goal = isDeletion ? "translateX(-110%)" : "none"
      await move(card, { transform: [`translateX(${way}px)`, goal] })
      card.style.transform = ""
      card.classList.remove("swiped")
      under.remove()
      if (isDeletion) act(meant(idOf(card)), "delete")
      else if (isDone) share(card)
    },
  }
}

const isStill = (x, y) => Math.hypot(x - hand.startX, y - hand.startY) < slack

const begin = (gesture) => {
  hand.gesture = gesture()
  hand.gesture.follow(hand.x, hand.y)
}

const end = (isDropped, isTap) => {
  clearTimeout(hand?.timer)
  const gesture = hand?.gesture
  hand = null
  gesture?.end(isDropped, isTap)
}

const press = (event) => {
  quiet = 0
  const { target, x, y, pointerId, timeStamp } = event
  const isTouch = event.pointerType !== "mouse"
  if (hand) {
    // A second finger is ignored while a card is dragged; otherwise it ends the gesture.
    const isSecond = pointerId !== hand.pointer
    if (isSecond && hand.isTouch && hand.gesture?.isDrag) return
    end(false)
    if (isSecond && isTouch) return
  }
  const card = target.closest(".card")
  // A press on a button belongs to the button, but a touch there may start a swipe.
  const isOwn = target.closest("button")
  // A row of the list supports holding only by touch, and only for its menu.
  const isRow = card?.matches("tr")
  if (!card || event.button !== 0 || ((isOwn || isRow) && !isTouch)) return
  hand = { card, x, y, startX: x, startY: y, pointer: pointerId, isTouch, isRow, timeStamp }
  if (!isTouch || isOwn) return
  // A read-only board still has the menu.
  hand.timer = setTimeout(() => begin(isRow || !canWrite() ? hold : drag), holdTime)
}

const follow = ({ x, y }) => {
  Object.assign(hand, { x, y })
  if (hand.gesture) return hand.gesture.follow(x, y)
  if (isStill(x, y)) return
  if (!hand.isTouch) return canWrite() && begin(drag)
  // A horizontal movement swipes a card, another one scrolls.
  if (hand.isRow || Math.abs(y - hand.startY) > Math.abs(x - hand.startX)) return end(false)
  clearTimeout(hand.timer)
  begin(swipe)
}

const release = (event) => {
  const { card, x, y, isTouch, timeStamp, gesture } = hand
  if (gesture?.isSwipe) gesture.follow(event.x)
  if (!gesture || gesture.isSwipe || !isStill(x, y)) return end(true)
  // Holding without moving opens the menu. A busy page may report a tap as late as a hold; the
  // event times tell, and a click follows a tap.
  const isTap = isTouch && event.timeStamp - timeStamp < holdTime
  end(false, isTap)
  if (!isTap) menu(card)
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
  addEventListener("click", (event) => {
    // Clicks by a key have no detail.
    if (!event.detail || event.timeStamp > quiet) return
    quiet = 0
    event.preventDefault()
    event.stopPropagation()
  }, true)
  on("pointerdown", press)
  const ofHand = (job) => (event) => event.pointerId === hand?.pointer && job(event)
  on("pointermove", ofHand(follow))
  on("pointerup", ofHand(release))
  on("pointercancel", ofHand(() => end(false)))
  on("keydown", (event) => {
    if (event.key !== "Escape" || !hand?.gesture?.isDrag) return
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
  on("touchmove", (event) => hand?.gesture?.isDrag && event.preventDefault(), { passive: false })
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
