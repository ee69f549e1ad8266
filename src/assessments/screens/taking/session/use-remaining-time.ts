import { useEffect, useState } from 'react'
import type { ServerClock } from '#lib/answer-queue/index.ts'

/** Whole seconds until the deadline by the server's clock, 0 after it; null without a deadline. */
export function useRemainingTime(clock: ServerClock, deadline: number | null): number | null {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (deadline === null) return
    const timer = setInterval(() => setTick((tick) => tick + 1), 500)
    return () => clearInterval(timer)
  }, [deadline])
  return deadline === null ? null : Math.max(0, Math.ceil((deadline - clock.now()) / 1_000))
}
