/**
 * Keeps what `load` answered for `seconds`, for at most `most` keys. A failure, and an answer that `keeps` refuses, is
 * asked again.
 */
export function remembered<T>(seconds: number, most: number, keeps: (answer: T) => boolean = Boolean) {
  const kept = new Map<string, { until: number; value: Promise<T> }>()
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const now = performance.now()
    const found = kept.get(key)
    if (found && found.until > now) return found.value
    kept.delete(key)
    if (kept.size >= most) kept.delete(kept.keys().next().value!)
    const value = load()
    kept.set(key, { until: now + seconds * 1000, value })
    const forget = () => void kept.delete(key)
    value.then((answer) => keeps(answer) || forget(), forget)
    return value
  }
}
