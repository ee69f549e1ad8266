import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page as its renderer made it. Only status 200 is kept. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: string
}

interface StoredPage {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

interface PageAddress {
  /** Nil UUID for pages of the platform itself. */
  school_id: string
  /** Everything that the page depends on: host, path, the query fields it reads, language, colour scheme. */
  key: string
}

export interface PageCache {
  /** Answers from memory, or renders once for all who wait, and keeps the page until the school changes. */
  serve(
    request: FastifyRequest,
    reply: FastifyReply,
    address: PageAddress,
    render: () => Promise<RenderedPage>,
  ): Promise<FastifyReply>
  /** Drops the pages of one school, or all. */
  forget(school_id?: string): void
  size(): { pages: number; bytes: number }
}

const squeezeBr = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)

/** Whole pages in memory, per school and host; the least recently used give way past `maxBytes`. */
export function createPageCache({ maxBytes = 64 * 1024 * 1024 } = {}): PageCache {
  const pages = new Map<string, StoredPage & { school_id: string }>()
  const pending = new Map<string, Promise<StoredPage>>()
  const generations = new Map<string, number>()
  let everything = 0
  let bytes = 0

  const generation = (school_id: string) => `${everything}/${generations.get(school_id) ?? 0}`
  const weight = (page: StoredPage) => page.plain.length + page.br.length + page.gzip.length
  const drop = (key: string) => {
    const page = pages.get(key)
    if (!page) return
    bytes -= weight(page)
    pages.delete(key)
  }

  async function make({ school_id, key }: PageAddress, render: () => Promise<RenderedPage>) {
    const before = generation(school_id)
    const page = await store(await render())
    // A page whose school changed while it was rendered is answered once and not kept.
    if (page.status === 200 && generation(school_id) === before && weight(page) < maxBytes / 10) {
      drop(key)
      pages.set(key, { ...page, school_id })
      bytes += weight(page)
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    }
    return page
  }

  return {
    async serve(request, reply, address, render) {
      const kept = pages.get(address.key)
      if (kept) {
        pages.delete(address.key)
        pages.set(address.key, kept)
        return answer(request, reply, kept)
      }
      // Whoever asks after a change must not be given what was begun before it.
      const flight = `${generation(address.school_id)} ${address.key}`
      let made = pending.get(flight)
      if (!made) {
        made = make(address, render).finally(() => pending.delete(flight))
        pending.set(flight, made)
      }
      return answer(request, reply, await made)
    },
    forget(school_id) {
      if (school_id === undefined) {
        everything++
        pages.clear()
        generations.clear()
        bytes = 0
        return
      }
      generations.set(school_id, (generations.get(school_id) ?? 0) + 1)
      for (const [key, page] of pages) if (page.school_id === school_id) drop(key)
    },
    size: () => ({ pages: pages.size, bytes }),
  }
}

async function store({ status, headers, body }: RenderedPage): Promise<StoredPage> {
  const plain = Buffer.from(body)
  const [br, zipped] = await Promise.all([
    squeezeBr(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    squeezeGzip(plain),
  ])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { status, headers, etag, plain, br, gzip: zipped }
}

function answer(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  reply.headers(page.headers)
  reply.header('etag', page.etag)
  reply.header('vary', 'accept-encoding, cookie, accept-language')
  // Browsers ask each time and mostly hear 304: a change of the school shows at once.
  if (!page.headers['cache-control']) reply.header('cache-control', 'private, no-cache')
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.code(page.status)
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(page.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}
