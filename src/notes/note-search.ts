import { sql, type RawBuilder } from 'kysely'
import { prefixQuery } from '#courses/index.ts'
import { withoutDiacritics } from '#platform/database/text-search.ts'
import { htmlToText } from '#platform/security/sanitize-rich-text.ts'

interface Searched {
  note: string
  quote: string | null
  course_name: string
  content_title: string
}

/** Value of the search column. Written by the application, since tenant tables have no triggers. */
export function noteSearchVector({ note, quote, course_name, content_title }: Searched): RawBuilder<string> {
  const words = [htmlToText(note), quote ?? '', content_title, course_name].join('\n')
  return sql<string>`to_tsvector('simple', fold_text(${withoutDiacritics(words)}))`
}

/** Converts a typed query; null if it contains no word. */
export function noteSearchQuery(input: string): RawBuilder<boolean> | null {
  const words = prefixQuery(withoutDiacritics(input))
  return words === '' ? null : sql<boolean>`n.search @@ to_tsquery('simple', fold_text(${words}))`
}
