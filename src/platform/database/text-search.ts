import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './database.server.ts'

/** Minimum similarity of a typed word and a word of a text: `adazee` and `adaeze` reach 0.43. */
const minSimilarity = 0.4

/**
 * Sets the similarity that `isSimilarSql` requires in this transaction. The operator that uses an index reads it from this
 * setting only.
 */
export const setMinSimilarity = (tx: Tx) =>
  sql`set local pg_trgm.word_similarity_threshold = ${sql.lit(minSimilarity)}`.execute(tx)

/** The first words of a search, at most `max`. Empty without letters and digits. */
export const searchWords = (query: string, max = 6): string[] =>
  query
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}@._+-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, max)
    .map((word) => word.slice(0, 60))

/** Whether a word of `text` begins with each of these words. `text` has no accents and begins with a space. */
export const hasWordsSql = (text: RawBuilder<string>, words: readonly string[]) =>
  everyWord(words, (word) => sql`${text} like fold_text(${`% ${word.replace(/[\\%_]/g, '\\$&')}%`})`)

/** Whether `text` contains a word that resembles each of these. Call `setMinSimilarity` first. */
export const isSimilarSql = (text: RawBuilder<string>, words: readonly string[]) =>
  everyWord(words, (word) => sql`fold_text(${word}) <% ${text}`)

const everyWord = (words: readonly string[], condition: (word: string) => RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(words.map(condition), sql` and `)})`

/** Removes diacritics in every script; the database supports European ones only. */
export const withoutDiacritics = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFC')
