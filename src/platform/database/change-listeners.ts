type Way = 'heard' | 'read'

/** Milliseconds within which a change arrives by notification and log. */
const apart = 5_000

/** Applies a change once, although it arrives as a notification and as a row of the change log. */
export function openChangeListeners(apply: (topic: string) => void) {
  const single: Record<Way, { topic: string; at: number }[]> = { heard: [], read: [] }

  return {
    arrived(way: Way, topic: string) {
      const now = Date.now()
      for (const each of ['heard', 'read'] as const)
        single[each] = single[each].filter(({ at }) => now - at < apart)
      const others = single[way === 'heard' ? 'read' : 'heard']
      const twin = others.findIndex((change) => change.topic === topic)
      if (twin >= 0) return void others.splice(twin, 1)
      single[way].push({ topic, at: now })
      apply(topic)
    },
  }
}
