import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { preferredEncoding } from '../http/headers/content-negotiation.ts'
import { deleteEntries } from '#lib/cache/delete-entries.ts'

/** A rendered page. Only status 200 is cached. A header `expires` ends the time for which it is cached. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: string
}

/** A page in one encoding with all its headers. */
interface Variant {
  headers: Record<string, string>
  /** The same as Node's flat list: name, value, name, value. */
  flat: string[]
  body: Buffer
}

export interface StoredPage {
  status: number
  /** Time in milliseconds from which the page is rendered again; null if it depends on changes only. */
  expires_at: number | null
  etag: string
  br: Variant
  gzip: Variant
  plain: Variant
  /** Headers of a 304 response. */
  unchanged: Omit<Variant, 'body'>
}

interface PageAddress {
  /** Pages are dropped together by owner, such as a tenant. */
  owner_id: string
  /** Everything that the page depends on: host, path, declared query fields, language, colour scheme. */
  key: string
}

export interface PageCache {
  /**
   * Answers from memory, or renders once for all concurrent requests, and caches the page until its owner
   * changes.
   */
  serve(reply: FastifyReply, address: PageAddress, render: () => Promise<RenderedPage>): Promise<FastifyReply>
  /** The cached page of a key, which counts as a use. */
  get(key: string): StoredPage | undefined
  /** Deletes the cached pages of one owner, or all. */
  evict(owner_id?: string): void
  size(): { pages: number; bytes: number }
}

const squeezeBr = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)

/**
 * Creates a cache of whole pages in memory, per owner and host; evicts the least recently used beyond `maxBytes`.
 * `now` is the time in milliseconds.
 */
export function createPageCache({ maxBytes = 64 * 1024 * 1024, now = Date.now } = {}): PageCache {
  const pages = new LRUCache<string, StoredPage & { owner_id: string }>({
    maxSize: maxBytes,
    sizeCalculation: weight,
  })
  const pending = new Map<string, Promise<StoredPage>>()
  const generations = createGenerations()

  async function make({ owner_id, key }: PageAddress, render: () => Promise<RenderedPage>) {
    const before = generations.get(owner_id)
    const page = await store(await render())
    // A page whose owner changed during rendering is served once and not cached.
    if (page.status === 200 && generations.get(owner_id) === before && weight(page) < maxBytes / 10)
      pages.set(key, { ...page, owner_id })
    return page
  }

  const get = (key: string) => {
    const page = pages.get(key)
    return page && (page.expires_at === null || now() < page.expires_at) ? page : undefined
  }

  return {
    get,
    async serve(reply, address, render) {
      const page = get(address.key)
      if (page) return answer(reply, page)
      // A request after a change must not get a page begun before it.
      const flight = `${generations.get(address.owner_id)} ${address.key}`
      let made = pending.get(flight)
      if (!made) {
        made = make(address, render).finally(() => pending.delete(flight))
        pending.set(flight, made)
      }
      return answer(reply, await made)
    },
    evict(owner_id) {
      generations.advance(owner_id)
      if (owner_id === undefined) pages.clear()
      else deleteEntries(pages, (_key, page) => page.owner_id === owner_id)
    },
    size: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  }
}

/** Numbers that change with an owner's pages, or with all pages. */
function createGenerations() {
  const ofOwners = new Map<string, number>()
  let ofAll = 0
  return {
    get: (owner_id: string) => `${ofAll}/${ofOwners.get(owner_id) ?? 0}`,
    advance(owner_id?: string) {
      if (owner_id !== undefined) {
        ofOwners.set(owner_id, (ofOwners.get(owner_id) ?? 0) + 1)
        return
      }
      ofAll++
      ofOwners.clear()
    },
  }
}

const weight = (page: StoredPage) => page.plain.body.length + page.br.body.length + page.gzip.body.length

async function store({ status, headers, body }: RenderedPage): Promise<StoredPage> {
  const plain = Buffer.from(body)
  const [br, zipped] = await Promise.all([
    squeezeBr(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    squeezeGzip(plain),
  ])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  // Browsers revalidate each time and mostly get 304: a change shows at once.
  const common = {
    'cache-control': 'private, no-cache',
    ...headers,
    etag,
    vary: 'accept-encoding, cookie, accept-language',
  }
  const variant = (bytes: Buffer, encoding?: string): Variant => {
    const sent = { ...common, ...(encoding && { 'content-encoding': encoding }) }
    return { headers: sent, flat: flatten({ ...sent, 'content-length': String(bytes.length) }), body: bytes }
  }
  return {
    status,
    expires_at: headers.expires ? Date.parse(headers.expires) : null,
    etag,
    br: variant(br, 'br'),
    gzip: variant(zipped, 'gzip'),
    plain: variant(plain),
    unchanged: { headers: common, flat: flatten(common) },
  }
}

const flatten = (headers: Record<string, string>) => Object.entries(headers).flat()

/** Whether If-None-Match contains this page's tag. */
export const matchesEtag = (ifNoneMatch: string | undefined, { etag }: StoredPage) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((one) => one.trim() === etag))

function answer(reply: FastifyReply, page: StoredPage) {
  const { request } = reply
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], page))
    return reply.code(304).headers(page.unchanged.headers).send()
  const { headers, body } = page[preferredEncoding(request.headers['accept-encoding'])]
  return reply.code(page.status).headers(headers).send(body)
}
