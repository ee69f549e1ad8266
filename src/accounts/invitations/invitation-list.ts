import { isReachable } from '#mail/index.ts'
import { emailOf } from '../users/login-name.ts'

export const mostInvited = 2_000

export interface ListedPerson {
  line: number
  name: string
  email: string
}
export interface ListFault {
  line: number
  text: string
  code: 'bad_address' | 'duplicate' | 'already_here' | 'already_invited' | 'too_many'
}

const separators = /[,;\t]/
const behindAddress = /^[\s,;]*$/
/** A name and an e-mail are shorter together, even beside a few other columns. */
const longestLine = 5_000

/**
 * Reads what somebody pasted or a spreadsheet saved: an e-mail in each line, beside a name or alone, in either order,
 * with commas, semicolons, tabs, quotes or `Name <e-mail>`. A first line without an e-mail is a heading.
 */
export function readInvitationList(text: string) {
  const people: ListedPerson[] = []
  const faults: ListFault[] = []
  const seen = new Set<string>()
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1
    if (!raw.trim()) continue
    const shown = raw.trim().slice(0, 200)
    const found = personIn(raw)
    if (!found && index === 0 && !raw.includes('@')) continue
    if (!found) faults.push({ line, text: shown, code: 'bad_address' })
    else if (seen.has(found.email)) faults.push({ line, text: shown, code: 'duplicate' })
    else if (people.length >= mostInvited) faults.push({ line, text: shown, code: 'too_many' })
    else {
      seen.add(found.email)
      people.push({ line, ...found })
    }
  }
  return { people, faults }
}

function personIn(raw: string) {
  if (raw.length > longestLine) return null
  const cells = namedAddress(raw) ?? cellsOf(raw)
  const at = cells.findIndex((cell) => cell.includes('@'))
  const email = emailOf(cells[at] ?? '')
  if (!isReachable(email) || !/^[^@]+@[^@]+\.[^@.]+$/.test(email)) return null
  // What follows the e-mail is another column, such as a class; a name in two columns stands before it.
  const name = (at === 0 ? cells.slice(1, 2) : cells.slice(0, at)).filter(Boolean).join(' ')
  return { email, name: name.slice(0, 120) }
}

/** Name and e-mail of `Name <e-mail>`, as mail programs write it, with separators behind; null for anything else. */
function namedAddress(raw: string): [name: string, email: string] | null {
  const open = raw.lastIndexOf('<')
  const [email = '', behind] = raw.slice(open + 1).split('>', 2)
  if (open < 0 || !behindAddress.test(behind ?? '-') || !/^[^<>\s]+$/.test(email)) return null
  const name = raw.slice(0, open).trim().replace(/^"/, '').replace(/"$/, '').trim()
  return /["<>]/.test(name) ? null : [name, email]
}

/** The cells of one line; quotes keep separators together. */
function cellsOf(raw: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const letter of raw) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && separators.test(letter)) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  return [...cells, cell.trim()]
}
