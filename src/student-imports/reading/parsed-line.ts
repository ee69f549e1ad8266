import { unescapeFormula } from '#lib/csv/read.ts'
import { normalizeEmail } from '#accounts/index.ts'
import { isDeliverableAddress } from '#mail/index.ts'
import { foldText, type Column, type ColumnField } from './headings.ts'
import type { LineErrorCode } from './line-codes.ts'

export interface ParsedLine {
  line: number
  name: string
  email: string
  user_code: string
  faculty: string
  role: string
  /** An example of the template: its domain cannot have users. */
  is_example: boolean
  code: LineErrorCode | null
}

const maxLengths = { name: 120, email: 254, user_code: 60, faculty: 500 }
const student = new Set(['', 'student', 'students', 'etudiant', 'etudiante', 'eleve', 'learner', 'apprenant'])
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** RFC 2606 reserves these for examples. */
const example = /[@.]example(?:\.(?:com|org|net))?$/

/** Parses one line into its stored form, with its first error. */
export function parseLine(columns: readonly Column[], line: number, cells: readonly string[]): ParsedLine {
  const cell = (field: ColumnField) => {
    const at = columns.findIndex((column) => column.field === field)
    const text = unescapeFormula(cells[at] ?? '').normalize('NFC')
    return text.replace(/\s+/g, ' ').replace(unseen, '').trim()
  }
  const name = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ')
  const email = addressIn(cell('email'))
  const read = { name, email, user_code: cell('user_code'), faculty: cell('faculty') }
  return {
    line,
    name: shorten(read.name, maxLengths.name),
    email: shorten(read.email, maxLengths.email),
    user_code: shorten(read.user_code, maxLengths.user_code),
    faculty: shorten(read.faculty, maxLengths.faculty),
    role: shorten(cell('role'), maxLengths.name),
    is_example: example.test(email),
    code: faultOf(read, cell('role')),
  }
}

function faultOf(
  { name, email, user_code, faculty }: Pick<ParsedLine, keyof typeof maxLengths>,
  role: string,
) {
  if (!email && !user_code) return 'no_address'
  if (email && (!isDeliverableAddress(email) || !/^[^@]+@[^@]+\.[^@.]+$/.test(email))) return 'bad_address'
  if (Array.from(name).length > maxLengths.name || faculty.length > maxLengths.faculty) return 'too_long'
  if (user_code && (user_code.length > maxLengths.user_code || !/^[^@\s]+$/.test(user_code)))
    return 'bad_code'
  return student.has(foldText(role)) ? null : 'not_a_student'
}

/** Also extracts the address from `Amina <amina@kano.test>` and from a link. */
const addressIn = (text: string) =>
  normalizeEmail(/<([^<>]+)>$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, '')).replace(
    /(?<![.,;])[.,;]+$/,
    '',
  )

/** Never cuts a character in two. */
const shorten = (text: string, maxLength: number) =>
  text.length <= maxLength
    ? text
    : Array.from(text).slice(0, maxLength).join('').slice(0, maxLength).toWellFormed()
