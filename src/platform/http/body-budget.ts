/** Bytes of large bodies that a process holds at once, and those of one address among them. */
const totalBytes = 32 * 1024 * 1024
const bytesPerAddress = 8 * 1024 * 1024

export interface BodyBudget {
  /** Reserves bytes for an address; returns what gives them back, or null where too many are reserved. */
  reserve(address: string, bytes: number): (() => void) | null
}

/** Counts the bytes of large bodies in memory. Both limits are in bytes. */
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
