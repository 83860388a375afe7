// Keeps the last board, and shows it where the server is away.

const name = "memo"
const home = new URL("./", location)
const isAsset = (url) => url.pathname.startsWith(`${home.pathname}a/`)
const isBoard = (url) => url.pathname === home.pathname && !url.searchParams.has("in")

/** The board and all that it is shown with. */
const begin = async () => {
  const answer = await fetch(home)
  if (!answer.ok) return
  const cache = await caches.open(name)
  const text = await answer.clone().text()
  const assets = text.match(/(?<=(?:href|src)=")[^"]*\/a\/[^"]+/g) ?? []
  await cache.addAll(new Set(assets))
  await cache.put(home, answer)
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

const board = async (request) => {
  try {
    const answer = await fetch(request)
    // Who was sent away keeps nothing.
    if (answer.status === 401) await caches.delete(name)
    else if (answer.ok && !answer.redirected && !new URL(request.url).search) {
      await keep(request, answer.clone())
    }
    return answer
  } catch (error) {
    const known = request.mode === "navigate" && (await caches.match(home))
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
