import type { FastifyRequest } from 'fastify'

export interface BodyTimes {
  /** Milliseconds without data after which a body is aborted. */
  stallMs: number
  /** Milliseconds after which a body must have arrived at `minBytesPerSecond` on average. */
  slowAfterMs: number
  minBytesPerSecond: number
}

export const bodyTimes: BodyTimes = { stallMs: 20_000, slowAfterMs: 60_000, minBytesPerSecond: 1_024 }

/**
 * Closes the connection of a request whose body stalls or arrives too slowly. Slow phones are ten times as fast.
 * Uploads have their own check (`uploads/receiving/stall-timeout.ts`).
 */
export function abortStalledBody({ method, url, raw }: FastifyRequest, times: BodyTimes) {
  // An in-process request has no socket.
  if (method === 'GET' || method === 'HEAD' || url.startsWith('/storage/') || !raw.socket.bytesRead) return
  const started = performance.now()
  const bytesBefore = raw.socket.bytesRead
  let [bytes, lastProgress] = [bytesBefore, started]
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const now = performance.now()
    const { bytesRead } = raw.socket
    if (bytesRead > bytes) [bytes, lastProgress] = [bytesRead, now]
    const seconds = (now - started) / 1000
    const isSlow =
      now - started > times.slowAfterMs && bytesRead - bytesBefore < seconds * times.minBytesPerSecond
    if (isSlow || now - lastProgress > times.stallMs) raw.destroy()
  }, times.stallMs / 4)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
