import { sql, type RawBuilder } from 'kysely'
import { prefixQuery } from '#courses/index.ts'
import type { QuestionBody } from '#lib/questions/index.ts'
import { withoutDiacritics } from '#platform/database/text-search.ts'
import { searchText } from './question-texts.ts'

/** Value of the search column. Written by the application, since tenant tables have no triggers. */
export const questionSearchVector = (question: {
  name: string
  tags: readonly string[]
  body: QuestionBody
}) => sql<string>`to_tsvector('simple', fold_text(${withoutDiacritics(searchText(question))}))`

/** Converts typed words to a condition; null if there is no word. */
export function questionSearchQuery(input: string): RawBuilder<boolean> | null {
  const words = prefixQuery(withoutDiacritics(input))
  return words === '' ? null : sql<boolean>`q.search @@ to_tsquery('simple', fold_text(${words}))`
}
