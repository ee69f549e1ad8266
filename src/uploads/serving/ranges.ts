import type { ByteRange } from '#platform/storage/storage.ts'

/**
 * Parses a Range header for a file of `size` bytes. `whole` for none, several or invalid ranges (RFC 9110 §14.2);
 * `beyond` means status 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const tail = Math.min(Number(last), size)
    return tail === 0 ? 'beyond' : { start: size - tail, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (end < start && last !== '') return 'whole'
  return start >= size ? 'beyond' : { start, end: Math.min(end, size - 1) }
}

/** Whether an If-None-Match header contains this entity tag. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  header !== undefined &&
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
