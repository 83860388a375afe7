// A service worker that shows the last board while the server is unreachable.

const home = new URL("./", location)
// Stores that were served at this port before have their own.
const name = `memo ${home.pathname}`
const isAsset = (url) => url.pathname.startsWith(`${home.pathname}a/`)
const isBoard = (url) => url.pathname === home.pathname && !url.searchParams.has("in")

/** Stores the board and its assets. */
const begin = async () => {
  const answer = await fetch(home)
  if (!answer.ok || isAway(answer)) return
  // Assets of older versions go with it. These had one cache for all stores.
  for (const old of [name, "memo"]) await caches.delete(old)
  const cache = await caches.open(name)
  const text = await answer.clone().text()
  const assets = text.match(/(?<=(?:href|src)=")[^"]*\/a\/[^"]+/g) ?? []
  await cache.addAll(new Set(assets))
  await cache.put(home, answer)
}

addEventListener("install", (event) => event.waitUntil(begin().then(() => skipWaiting())))
addEventListener("activate", (event) => event.waitUntil(clients.claim()))

const keep = async (request, answer) => (await caches.open(name)).put(request, answer.clone())
const find = (request) => caches.match(request, { cacheName: name })

const asset = async (request) => {
  const known = await find(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer)
  return answer
}

/** Whether the server is unreachable; a proxy may answer for it. A redirection shows no headers. */
const isAway = (answer) =>
  answer.type !== "opaqueredirect" &&
  (!answer.headers.has("X-Memo") || [502, 503, 504].includes(answer.status))

/** The longest wait for a server if there is a stored board. */
const late = () => new Promise((_, fail) => setTimeout(fail, 5000))

const board = async (request) => {
  const last = async () => request.mode === "navigate" && (await find(home))
  try {
    const asked = fetch(request)
    const answer = await ((await last()) ? Promise.race([asked, late()]) : asked)
    if (isAway(answer)) return (await last()) || answer
    // A revoked browser keeps nothing.
    if (answer.status === 401) await caches.delete(name)
    else if (answer.ok && !answer.redirected && request.url === home.href) await keep(request, answer)
    return answer
  } catch (error) {
    const known = await last()
    if (known) return known
    throw error
  }
}

addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== location.origin) return
  if (isAsset(url)) event.respondWith(asset(request))
  else if (isBoard(url) || request.mode === "navigate") event.respondWith(board(request))
})
