// Keeps the last board, and shows it where the server is away.

const name = "memo"
const home = new URL("./", location)
const isAsset = (url) => url.pathname.startsWith(`${home.pathname}a/`)
/** The form of a new task, which is the same whatever the board shows. */
const newTask = new URL("new", home)
const part = { headers: { "X-Memo": "part" } }
const isNew = ({ url, headers }) =>
  new URL(url).pathname === newTask.pathname && headers.get("X-Memo") === "part" && !url.includes("view=notes")
const isBoard = (url) => url.pathname === home.pathname && !url.searchParams.has("in")

/** The board and all that it is shown with. */
const begin = async () => {
  const answer = await fetch(home)
  if (!answer.ok || isAway(answer)) return
  const cache = await caches.open(name)
  const text = await answer.clone().text()
  const assets = text.match(/(?<=(?:href|src)=")[^"]*\/a\/[^"]+/g) ?? []
  await cache.addAll(new Set(assets))
  await cache.put(home, answer)
  const form = await fetch(newTask, part)
  if (form.ok && !isAway(form)) await cache.put(newTask, form)
}

addEventListener("install", (event) => event.waitUntil(begin().then(() => skipWaiting())))
addEventListener("activate", (event) => event.waitUntil(clients.claim()))

/** Of an older server nothing is kept. */
const keep = async (request, answer) => {
  const cache = await caches.open(name)
  if (isAsset(new URL(request.url))) {
    const version = (url) => new URL(url).pathname.split("/").at(-2)
    for (const old of await cache.keys()) {
      if (isAsset(new URL(old.url)) && version(old.url) !== version(request.url)) cache.delete(old)
    }
  }
  await cache.put(isBoard(new URL(request.url)) ? home : request, answer)
}

const asset = async (request) => {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer.clone())
  return answer
}

/** Where the server is away, a proxy before it may answer. A redirection shows no headers. */
const isAway = (answer) =>
  answer.type !== "opaqueredirect" &&
  (!answer.headers.has("X-Memo") || [502, 503, 504].includes(answer.status))

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time))
/** So long a server may answer nothing at all, as pages have it. */
const patience = Number(new URL(location).searchParams.get("patience"))

/** What is asked for, as long as the server does anything, or there is nothing else to show. */
const whileAwake = (asked, last) => {
  let isOver = false
  const watch = async () => {
    while (true) {
      await pause(patience)
      if (isOver) return
      const isAwake = await fetch(new URL("date", home), { signal: AbortSignal.timeout(patience) })
        .then(() => true, () => false)
      if (!isAwake && !isOver && (await last())) throw new Error("it does nothing")
    }
  }
  return Promise.race([asked, watch()]).finally(() => (isOver = true))
}

const board = async (request) => {
  const last = async () => request.mode === "navigate" && (await caches.match(home))
  try {
    const answer = await whileAwake(fetch(request), last)
    if (isAway(answer)) return (await last()) || answer
    // Who was sent away keeps nothing.
    if (answer.status === 401) await caches.delete(name)
    else if (answer.ok && !answer.redirected && !new URL(request.url).search) {
      await keep(request, answer.clone())
    }
    return answer
  } catch (error) {
    const known = await last()
    if (known) return known
    throw error
  }
}

const form = async (request) => {
  const known = async () => await caches.match(newTask, { ignoreVary: true })
  try {
    const answer = await fetch(request)
    if (isAway(answer)) return (await known()) || answer
    if (answer.ok) await (await caches.open(name)).put(newTask, answer.clone())
    return answer
  } catch (error) {
    const last = await known()
    if (last) return last
    throw error
  }
}

addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== location.origin) return
  if (isAsset(url)) event.respondWith(asset(request))
  else if (isNew(request)) event.respondWith(form(request))
  else if (isBoard(url) || request.mode === "navigate") event.respondWith(board(request))
})
