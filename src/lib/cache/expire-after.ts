/** Options of an `lru-cache` whose entries expire after `ttl` milliseconds. */
export const expireAfter = (ttl: number) => ({
  ttl,
  // Every read asks the clock, instead of a timer that spares the call for a millisecond.
  ttlResolution: 0,
  // The library takes an entry that was written at 0 as one that never expires.
  perf: { now: () => 1 + performance.now() },
})
