import { sql, type RawBuilder } from 'kysely'
import { prefixQuery } from '#courses/index.ts'
import { textOf } from '#platform/security/sanitise.ts'

/** Letters without what stands above or below them, in every script: the database takes only European ones off. */
export const withoutMarks = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')

interface Searched {
  note: string
  quote: string | null
  course_name: string
  content_title: string
}

/** The search column of a note: written with it, since tenant tables have no triggers. */
export function searchVector({ note, quote, course_name, content_title }: Searched): RawBuilder<string> {
  const words = [textOf(note), quote ?? '', content_title, course_name].join('\n')
  return sql<string>`to_tsvector('simple', folded(${withoutMarks(words)}))`
}

/** What somebody typed as a query; null where nothing of it is a word. */
export function searchQuery(typed: string): RawBuilder<boolean> | null {
  const words = prefixQuery(withoutMarks(typed))
  return words === '' ? null : sql<boolean>`n.search @@ to_tsquery('simple', folded(${words}))`
}
