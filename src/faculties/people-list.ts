import { normalizeEmail } from '#lib/email-address/email-address.ts'

export const maxListedPeople = 2_000

export interface PeopleListLine {
  line: number
  text: string
  /** Normalised address; if present, the other cells of the line are ignored. */
  email: string | null
  codes: string[]
}

/**
 * Parses a pasted or saved list: each line contains an e-mail address or a user code, alone or with other
 * columns. A first line that matches nobody counts as a heading.
 */
export function parsePeopleList(text: string): PeopleListLine[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((raw, index) => ({ raw, line: index + 1 }))
    .filter(({ raw }) => raw.trim() !== '')
    .slice(0, maxListedPeople)
    .map(({ raw, line }) => {
      const cells = raw
        .split(/[,;\t<>]/)
        .map((cell) => cell.trim().replace(/^"|"$/g, ''))
        .filter(Boolean)
      const address = cells.find((cell) => cell.includes('@'))
      const email = address ? normalizeEmail(address) : null
      return { line, text: raw.trim().slice(0, 200), email, codes: email ? [] : cells }
    })
}
