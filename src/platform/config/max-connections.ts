import { readFileSync } from 'node:fs'

/** File descriptors reserved for files, database and others. */
const reserved = 256
const maxConnections = 10_000
/** Default of POSIX systems. */
const usualDescriptors = 1_024

/** Maximum connections of this process: each may have an open file too. */
export function defaultMaxConnections(descriptors = descriptorLimit()): number {
  return Math.min(maxConnections, Math.max(64, Math.floor((descriptors - reserved) / 2)))
}

/** Limit of file descriptors for this process. */
function descriptorLimit(): number {
  try {
    const [, soft = ''] = /^Max open files +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === 'unlimited' ? Infinity : Number(soft) || usualDescriptors
  } catch {
    return usualDescriptors
  }
}
