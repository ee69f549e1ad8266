import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createPageCache, type PageCache, type RenderedPage } from './page-cache.ts'

const page = (body: string, status = 200): RenderedPage => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
})

let app = fastify()
afterEach(() => app.close())

/** A server whose `/:owner` is rendered by `render` behind the cache. */
function serve(cache: PageCache, render: (owner: string) => Promise<RenderedPage>) {
  app = fastify()
  app.get('/:owner', (request, reply) => {
    const { owner } = request.params as { owner: string }
    return cache.serve(reply, { owner_id: owner, key: `${request.host}/${owner}` }, () => render(owner))
  })
  return (owner: string, headers = {}) => app.inject({ url: `/${owner}`, headers })
}

test('renders a page once until its owner changes, and keeps other owners', async () => {
  const cache = createPageCache()
  const rendered: string[] = []
  const get = serve(cache, async (owner) => {
    rendered.push(owner)
    return page(`${owner} ${rendered.length}`)
  })
  expect((await get('a')).body).toBe('a 1')
  expect((await get('b')).body).toBe('b 2')
  expect((await get('a')).body).toBe('a 1')
  cache.evict('a')
  expect((await get('a')).body).toBe('a 3')
  expect((await get('b')).body).toBe('b 2')
  cache.evict()
  expect((await get('b')).body).toBe('b 4')
})

test('never shares a page between hosts', async () => {
  const get = serve(createPageCache(), async () => page(String(Math.random())))
  const one = await get('a', { host: 'one.test' })
  const two = await get('a', { host: 'two.test' })
  expect(one.body).not.toBe(two.body)
  expect((await get('a', { host: 'one.test' })).body).toBe(one.body)
})

test('neither stores a page begun before a change, nor serves it after the change', async () => {
  const cache = createPageCache()
  const gates: ((value: RenderedPage) => void)[] = []
  const get = serve(cache, () => new Promise((resolve) => gates.push(resolve)))
  const before = get('a')
  await expect.poll(() => gates.length).toBe(1)
  cache.evict('a')
  const after = get('a')
  await expect.poll(() => gates.length).toBe(2)
  gates[0]?.(page('old'))
  gates[1]?.(page('new'))
  expect((await before).body).toBe('old')
  expect((await after).body).toBe('new')
  expect((await get('a')).body).toBe('new')
})

test('answers an unchanged page with 304, and negotiates encodings', async () => {
  const get = serve(createPageCache(), async () => page('<p>é</p>'.repeat(200)))
  const first = await get('a')
  const etag = String(first.headers.etag)
  expect((await get('a', { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get('a', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  expect((await get('a', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  expect(first.body).toContain('é')
})

test('stores no failures and limits memory', async () => {
  const cache = createPageCache({ maxBytes: 20_000 })
  let status = 500
  const get = serve(cache, async (owner) => page(owner.padEnd(1_500, 'x'), status))
  await get('a')
  expect(cache.size().pages).toBe(0)
  status = 200
  for (let n = 0; n < 40; n++) await get(`owner-${n}`)
  expect(cache.size().bytes).toBeLessThanOrEqual(20_000)
  expect(cache.size().pages).toBeGreaterThan(1)
})

test('renders a page again once it has expired, also for browsers that have it', async () => {
  let now = Date.parse('2026-11-23T12:00:00Z')
  const cache = createPageCache({ now: () => now })
  const expires = new Date(now + 60_000).toUTCString()
  const get = serve(cache, async () =>
    now < Date.parse(expires)
      ? { ...page('open'), headers: { 'content-type': 'text/html', expires } }
      : page('ended', 404),
  )
  const { headers } = await get('a')
  now += 59_000
  expect((await get('a', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  now += 1_000
  expect(cache.get('localhost:80/a')).toBeUndefined()
  expect((await get('a', { 'if-none-match': headers.etag })).statusCode).toBe(404)
})
