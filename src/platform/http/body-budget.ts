/** Maximum bytes of large bodies in memory, in total and per address. */
const totalBytes = 32 * 1024 * 1024
const bytesPerAddress = 8 * 1024 * 1024

export interface BodyBudget {
  /** Reserves bytes for an address; returns a function that releases them, or null beyond the limits. */
  reserve(address: string, bytes: number): (() => void) | null
}

/** Creates a budget for large bodies in memory. Both limits are in bytes. */
export function createBodyBudget(total = totalBytes, perAddress = bytesPerAddress): BodyBudget {
  const reserved = new Map<string, number>()
  let sum = 0
  return {
    reserve(address, bytes) {
      const own = (reserved.get(address) ?? 0) + bytes
      if (sum + bytes > total || own > perAddress) return null
      sum += bytes
      reserved.set(address, own)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        sum -= bytes
        const left = reserved.get(address)! - bytes
        if (left > 0) reserved.set(address, left)
        else reserved.delete(address)
      }
    },
  }
}
