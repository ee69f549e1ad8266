import { ProviderError } from './provider-error.ts'
import type { ProviderName } from './provider.ts'

/**
 * Pages of a numbered list without the rows that an earlier page had: rows move while a list grows. Throws `unexpected_reply` for a
 * page that has nothing new, and for a list that does not end.
 */
export async function* readPages<Row extends { id: string | number }>(
  operation: { provider: ProviderName; operation: string },
  maxPages: number,
  getPage: (page: number) => Promise<{ rows: readonly Row[]; isLast: boolean }>,
): AsyncIterable<Row[]> {
  const seen = new Set<string>()
  for (let page = 1; page <= maxPages; page++) {
    const { rows, isLast } = await getPage(page)
    const fresh = rows.filter((row) => !seen.has(String(row.id)))
    for (const row of fresh) seen.add(String(row.id))
    if (fresh.length > 0) yield fresh
    if (isLast) return
    if (fresh.length === 0) break
  }
  throw new ProviderError('unexpected_reply', operation)
}
