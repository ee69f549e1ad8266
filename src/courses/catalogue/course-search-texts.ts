import { htmlToText } from '#platform/security/sanitize-rich-text.ts'

interface Searched {
  course_name: string
  short_description: string
  course_description: string
  course_department: string
  course_unit: string
  course_code: string
}

/** Maximum characters, far below the limit of Postgres. */
const longest = 50_000

/** Search texts of a course by weight: name and code, summary, description. */
export function courseSearchTexts(course: Searched): [names: string, summary: string, text: string] {
  const names = [course.course_name, course.course_code, course.course_code.replace('-', '')]
  const summary = [course.short_description, course.course_department, course.course_unit]
  return [names.join(' '), summary.join(' '), htmlToText(course.course_description).slice(0, longest)]
}

/**
 * Converts input to a Postgres query: every word must occur, possibly as a prefix or with two adjacent letters
 * swapped, the error that trigram similarity tolerates least. Empty without words.
 */
export function prefixQuery(input: string) {
  const words = input
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, 12)
  return words.map((word, position) => alternatives(word.slice(0, 60), position < 4)).join(' & ')
}

function alternatives(word: string, forgiving: boolean) {
  const mails = Array.from(word)
  const spellings = new Set([word])
  if (forgiving && mails.length >= 4 && mails.length <= 16)
    for (let at = 1; at < mails.length - 1; at += 1)
      spellings.add(
        mails
          .with(at, mails[at + 1]!)
          .with(at + 1, mails[at]!)
          .join(''),
      )
  const begun = [...spellings].map((spelling) => `${spelling}:*`).join(' | ')
  return spellings.size > 1 ? `(${begun})` : begun
}
