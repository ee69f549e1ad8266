import { isDeliverableAddress } from '#mail/index.ts'
import { normalizeEmail } from '../users/login-name.ts'

export const maxInvitations = 2_000

export interface Invitee {
  line: number
  name: string
  email: string
}
export interface ListError {
  line: number
  text: string
  code: 'bad_address' | 'duplicate' | 'already_here' | 'already_invited' | 'too_many'
}

const separators = /[,;\t]/
const behindAddress = /^[\s,;]*$/
/** Name and e-mail address are shorter, even with a few other columns. */
const longestLine = 5_000

/**
 * Parses a pasted or saved list: one e-mail address per line, with or without a name, in any order, with commas,
 * semicolons, tabs, quotes or `Name <e-mail>`. A first line without an address is a heading.
 */
export function readInvitationList(text: string) {
  const people: Invitee[] = []
  const errors: ListError[] = []
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
    if (!found) errors.push({ line, text: shown, code: 'bad_address' })
    else if (seen.has(found.email)) errors.push({ line, text: shown, code: 'duplicate' })
    else if (people.length >= maxInvitations) errors.push({ line, text: shown, code: 'too_many' })
    else {
      seen.add(found.email)
      people.push({ line, ...found })
    }
  }
  return { people, errors }
}

function personIn(raw: string) {
  if (raw.length > longestLine) return null
  const cells = namedAddress(raw) ?? cellsOf(raw)
  const at = cells.findIndex((cell) => cell.includes('@'))
  const email = normalizeEmail(cells[at] ?? '')
  if (!isDeliverableAddress(email) || !/^[^@]+@[^@]+\.[^@.]+$/.test(email)) return null
  // Cells after the address are other columns, such as a class; a name may have two cells before it.
  const name = (at === 0 ? cells.slice(1, 2) : cells.slice(0, at)).filter(Boolean).join(' ')
  return { email, name: name.slice(0, 120) }
}

/** Name and address of `Name <e-mail>` with optional separators; null for anything else. */
function namedAddress(raw: string): [name: string, email: string] | null {
  const open = raw.lastIndexOf('<')
  const [email = '', behind] = raw.slice(open + 1).split('>', 2)
  if (open < 0 || !behindAddress.test(behind ?? '-') || !/^[^<>\s]+$/.test(email)) return null
  const name = raw.slice(0, open).trim().replace(/^"/, '').replace(/"$/, '').trim()
  return /["<>]/.test(name) ? null : [name, email]
}

/** Cells of one line; quotes may contain separators. */
function cellsOf(raw: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const mailInput of raw) {
    if (mailInput === '"') quoted = !quoted
    else if (!quoted && separators.test(mailInput)) {
      cells.push(cell.trim())
      cell = ''
    } else cell += mailInput
  }
  return [...cells, cell.trim()]
}
