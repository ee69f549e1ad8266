/** Returns `lru-cache` options for entries that expire after `ttl` milliseconds. */
export const expireAfter = (ttl: number) => ({
  ttl,
  // Every read compares the current time. The default checks at most once per millisecond, with a timer.
  ttlResolution: 0,
  // The library treats an entry written at time 0 as one that never expires.
  perf: { now: () => 1 + performance.now() },
})
