import { normalizeEmail } from '#lib/email-address/email-address.ts'

export const maxListedPeople = 2_000

export interface PeopleListLine {
  line: number
  text: string
  /** As it is stored; where there is one, the other cells are names and the like. */
  email: string | null
  codes: string[]
}

/**
 * Reads a list that somebody pasted or a spreadsheet saved: in each line an e-mail, or else a user code, with other
 * columns beside it or alone. A first line without either is a heading as soon as nobody answers to it.
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
