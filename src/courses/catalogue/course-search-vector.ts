import { sql, type RawBuilder } from 'kysely'
import { courseSearchTexts } from './course-search-texts.ts'

/** Value of the search column. Written by the application, since tenant tables have no triggers. */
export function courseSearchVector(course: Parameters<typeof courseSearchTexts>[0]): RawBuilder<string> {
  const [names, summary, text] = courseSearchTexts(course)
  return sql<string>`setweight(to_tsvector('simple', fold_text(${names})), 'A')
    || setweight(to_tsvector('simple', fold_text(${summary})), 'B')
    || setweight(to_tsvector('simple', fold_text(${text})), 'C')`
}
