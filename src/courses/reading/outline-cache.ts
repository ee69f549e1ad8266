import type { SharedOutlineRow } from './reading-queries.ts'

interface OutlineKey {
  school_id: string
  course_id: string
  /** null: changes of this course are not recorded, so its outline is read each time. */
  version: string | null
}

interface Entry {
  version: string
  rows: readonly SharedOutlineRow[]
  bytes: number
  /** Milliseconds of the process clock. */
  readAt: number
}

interface OutlineCacheOptions {
  maxBytes?: number
  /** Milliseconds after which an outline is read again, whatever its version: bounds what a change by hand in the database can hide. */
  maxAge?: number
}

/** Bytes of a row without its titles: 1,927 on the heap, measured over 100,000 rows. */
const rowBytes = 2_000

/**
 * Published outlines by school and course, in the memory of this process. The version comes from the database with each
 * request, so an outline that changed in another process is read anew at once, and no message between processes can be
 * missed. Past `maxBytes` the least recently used outlines are dropped.
 */
export function createOutlineCache({
  maxBytes = 24 * 1024 * 1024,
  maxAge = 5 * 60_000,
}: OutlineCacheOptions = {}) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function drop(key: string) {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function keep(key: string, version: string, rows: readonly SharedOutlineRow[]) {
    drop(key)
    const size = sizeOf(rows)
    // One course may not push out the outlines of all others.
    if (size > maxBytes / 4) return
    entries.set(key, { version, rows, bytes: size, readAt: performance.now() })
    bytes += size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  return {
    /**
     * The outline of this version, from memory or by `load`. What `load` reads may be newer than the version, never
     * older, since the version was read first.
     */
    async read(
      { school_id, course_id, version }: OutlineKey,
      load: () => Promise<SharedOutlineRow[]>,
    ): Promise<readonly SharedOutlineRow[]> {
      const key = `${school_id}/${course_id}`
      const entry = entries.get(key)
      if (entry && entry.version === version && performance.now() - entry.readAt < maxAge) {
        // Moves it behind those that were used less recently.
        entries.delete(key)
        entries.set(key, entry)
        return entry.rows
      }
      const rows = await load()
      if (version !== null) keep(key, version, rows)
      return rows
    },
    /** Frees the memory of one school's outlines, or of all. */
    forget(school_id?: string) {
      for (const key of entries.keys())
        if (school_id === undefined || key.startsWith(`${school_id}/`)) drop(key)
    },
    size: () => ({ outlines: entries.size, bytes }),
  }
}

const sizeOf = (rows: readonly SharedOutlineRow[]) =>
  rows.reduce(
    (sum, { title, lesson_title }) => sum + rowBytes + 2 * ((title?.length ?? 0) + lesson_title.length),
    0,
  )

/** Those of this process. */
export const publishedOutlines = createOutlineCache()
