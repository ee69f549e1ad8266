import { sql, type RawBuilder } from 'kysely'
import { searchWords } from './search-words.ts'

/** The search column of a course: written with the course, since tenant tables have no triggers. */
export function searchVector(course: Parameters<typeof searchWords>[0]): RawBuilder<string> {
  const [names, summary, text] = searchWords(course)
  return sql<string>`setweight(to_tsvector('simple', folded(${names})), 'A')
    || setweight(to_tsvector('simple', folded(${summary})), 'B')
    || setweight(to_tsvector('simple', folded(${text})), 'C')`
}
