import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesMediaType } from './headers/content-negotiation.ts'
import { buildProblem } from './problem.ts'
import type { RefusalDetails } from '../contract/refusal.ts'
import type { BaseRoute } from '../contract/route.ts'

export const ndjsonType = 'application/x-ndjson'

/** Sends a part of a streamed answer. Does nothing for clients that wait for the whole. */
export type SendPart = (text: string) => void

export interface StreamedAnswer {
  sendText: SendPart
  /** Whether something was sent, after which the status cannot change. */
  hasStarted(): boolean
  finish(result: unknown): FastifyReply
  fail(code: string, details: RefusalDetails): FastifyReply
}

/**
 * Opens an answer in JSON lines: `{"text"}` for each part, then the whole as `{"reply"}`, or `{"problem"}`. Null
 * unless the route declares it and the client accepts it.
 */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  route: BaseRoute,
): StreamedAnswer | null {
  if (!route.streams || !namesMediaType(request.headers.accept, ndjsonType)) return null
  const [status] = route.reply
  let out: PassThrough | undefined
  function write(line: string) {
    if (!out) {
      out = new PassThrough()
      const stored = { 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      void reply.code(status).headers(stored).type(ndjsonType).send(out)
    }
    // A disconnected client repeats the request with the same key and gets the whole.
    if (!out.destroyed) out.write(`${line}\n`)
  }
  function end(line: string) {
    write(line)
    out?.end()
    return reply
  }
  return {
    sendText: (text) => write(JSON.stringify({ text })),
    hasStarted: () => out !== undefined,
    finish: (result) =>
      end(`{"reply":${String(reply.serializeInput(result as Record<string, unknown>, String(status)))}}`),
    fail: (code, details) => end(JSON.stringify({ problem: buildProblem(request, code, details) })),
  }
}
