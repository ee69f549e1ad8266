import { setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryConfig } from '../config/telemetry.ts'
import type { Log } from './log.ts'

/** Maximum milliseconds of the last deliveries while the process stops. */
export const maxClosingMs = 3_000

export interface OtlpSender {
  /** Posts a document; true if it need not be sent again. */
  post(url: string, document: object): Promise<boolean>
}

/** Creates a sender of OTLP documents. Logs once that the receiver fails, and once that it works again. */
export function createOtlpSender(
  { headers, timeout }: Pick<TelemetryConfig, 'headers' | 'timeout'>,
  log: Pick<Log, 'info' | 'warn'>,
): OtlpSender {
  const failing = new Set<string>()

  function report(url: string, failure: object | undefined) {
    if (failure && !failing.has(url)) {
      failing.add(url)
      log.warn(
        { ...failure, receiver: new URL(url).host },
        'the receiver of telemetry does not accept it; trying again',
      )
    } else if (!failure && failing.delete(url))
      log.info({ receiver: new URL(url).host }, 'the receiver of telemetry accepts it again')
  }

  return {
    async post(url, document) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(document),
          redirect: 'error',
          signal: AbortSignal.timeout(timeout),
        })
        await response.arrayBuffer()
        report(url, response.ok ? undefined : { status: response.status })
        // A document that the receiver calls invalid stays invalid.
        return response.ok || (response.status >= 400 && response.status < 500 && response.status !== 429)
      } catch (error) {
        report(url, { err: error })
        return false
      }
    },
  }
}

/** Runs `send` every `ms` milliseconds and on demand, never concurrently. */
export function createSendingLoop(ms: number, send: () => Promise<void>) {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= send().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void run(), ms).unref()
  return {
    /** Sends now, unless a delivery is running. */
    sendNow: () => void run(),
    /** Sends what is left, within `maxClosingMs`. */
    async close() {
      clearInterval(timer)
      const rest = Promise.resolve(running).then(send)
      await Promise.race([rest, sleep(maxClosingMs)])
    },
  }
}
