import type { Dsn } from '../config/sentry-dsn.ts'
import { envelopeText, type Envelope } from './envelope.ts'

interface Log {
  warn(details: object, message: string): void
}

interface SenderOptions {
  dsn: Dsn
  log: Log
  now?: () => number
}

/**
 * Maximum bytes waiting, and concurrent requests; while the service is slow or unavailable, later reports are
 * dropped.
 */
export const maxWaitingBytes = 8 * 1024 * 1024
const maxRequests = 2
const timeoutMs = 10_000
/** Milliseconds to pause after a failure, if the service names no time. */
const pauseMs = 60_000
const maxPauseMs = 3_600_000

export interface EnvelopeSender {
  send(envelope: Envelope): void
  /** Resolves when nothing is waiting. */
  drained(): Promise<void>
}

/** Creates a sender of envelopes to the configured service, which never delays the caller. Nothing is retried. */
export function createEnvelopeSender({ dsn, log, now = Date.now }: SenderOptions): EnvelopeSender {
  const waiting: string[] = []
  let bytes = 0
  let running = 0
  let pausedUntil = 0
  let idle: (() => void)[] = []

  async function next(): Promise<void> {
    const body = waiting.shift()
    if (body === undefined) return
    running++
    try {
      const pause = await post(dsn, body)
      if (pause > 0) pausedUntil = now() + pause
    } catch (error) {
      pausedUntil = now() + pauseMs
      log.warn({ cause: (error as Error).name }, 'the receiver of error reports is away')
    } finally {
      bytes -= Buffer.byteLength(body)
      running--
    }
    if (waiting.length > 0) return next()
    if (running === 0) for (const done of idle.splice(0)) done()
  }
  return {
    send(envelope) {
      const body = envelopeText(envelope, new Date(now()))
      const size = Buffer.byteLength(body)
      if (now() < pausedUntil || bytes + size > maxWaitingBytes) return
      waiting.push(body)
      bytes += size
      if (running < maxRequests) void next()
    },
    drained: () =>
      running + waiting.length === 0
        ? Promise.resolve()
        : new Promise<void>((done) => (idle = [...idle, done])),
  }
}

/** Returns the milliseconds for which the service asked to pause. */
async function post({ envelopeUrl, publicKey }: Dsn, body: string): Promise<number> {
  const answer = await fetch(envelopeUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=lyceum/1.0, sentry_key=${publicKey}`,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.arrayBuffer()
  if (answer.status !== 429 && answer.status < 500) return 0
  const seconds = Number(answer.headers.get('retry-after'))
  return seconds > 0 ? Math.min(seconds * 1000, maxPauseMs) : pauseMs
}
