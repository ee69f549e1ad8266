import type { FastifyRequest } from 'fastify'

export interface BodyTimes {
  /** A body of which nothing arrives for so long is given up. */
  stallMs: number
  /** After this time a body must have come at `minBytesPerSecond` on average. */
  slowAfterMs: number
  minBytesPerSecond: number
}

export const bodyTimes: BodyTimes = { stallMs: 20_000, slowAfterMs: 60_000, minBytesPerSecond: 1_024 }

/**
 * Ends the connection of a request whose body stops arriving, or arrives so slowly that it holds the connection on
 * purpose. Slow phones send ten times as fast. Files have a watch of their own (`uploads/receiving/stall-timeout.ts`).
 */
export function abortStalledBody({ method, url, raw }: FastifyRequest, times: BodyTimes) {
  // A request of this process to itself has no socket.
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
