import { brotliCompress, constants, gzip, type InputType } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { preferredEncoding } from './headers/content-negotiation.ts'

/** Shorter responses fit into one packet either way. */
export const minCompressedBytes = 1_024

// Measured on lists with long texts: higher qualities cost four times as much and save another 6 %.
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const gzipOptions = { level: 1 }

/**
 * Compresses responses as the client accepts, on Node's worker threads. Streams are not compressed: their parts
 * must arrive immediately.
 */
export function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLong(payload) || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', withEncoding(reply.getHeader('vary')))
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    if (encoding === 'plain') return done(null, payload)
    compress[encoding](payload, (error, compressed) => {
      if (error) return done(error)
      reply.header('content-encoding', encoding).removeHeader('content-length')
      done(null, compressed)
    })
  })
}

type Compress = (data: InputType, done: (error: Error | null, compressed: Buffer) => void) => void

const compress: Record<'br' | 'gzip', Compress> = {
  br: (data, done) => brotliCompress(data, brotliOptions, done),
  gzip: (data, done) => gzip(data, gzipOptions, done),
}

const isLong = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && Buffer.byteLength(payload) > minCompressedBytes

/** Caches store one response per encoding. */
const withEncoding = (vary: number | string | string[] | undefined) =>
  [...new Set([vary, 'accept-encoding'].flat().filter(Boolean))].join(', ')
