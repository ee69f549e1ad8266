/// <reference lib="webworker" />

import { fillQueue } from '#ui/frame/offline-queue.ts'

/** Caches the offline page and shows it instead of a page that cannot be fetched. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope
const storage = 'offline'
const offlinePage = '/offline'

worker.addEventListener('install', (event) => event.waitUntil(keepPage().then(() => worker.skipWaiting())))

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => filledOfflinePage()))
  // Style sheets of the offline page; other missing files stay missing.
  else if (request.destination === 'style')
    event.respondWith(fetch(request).catch(() => cachedResponse(request.url)))
})

async function keepPage() {
  const cache = await caches.open(storage)
  const answer = await fetch(offlinePage, { cache: 'reload' })
  if (!answer.ok) throw new Error(`The offline page answered ${answer.status}`)
  const html = await answer.clone().text()
  const sheets = [...html.matchAll(/href="(\/assets\/[\w.-]+\.css)/g)].map((match) => match[1]!)
  await cache.put(offlinePage, answer)
  await cache.addAll(sheets)
}

async function filledOfflinePage(): Promise<Response> {
  const page = await cachedResponse(offlinePage)
  if (!page.ok) return page
  const { status, headers } = page
  return new Response(await fillQueue(await page.text()), { status, headers })
}

async function cachedResponse(address: string): Promise<Response> {
  const cache = await caches.open(storage)
  return (await cache.match(address)) ?? Response.error()
}
