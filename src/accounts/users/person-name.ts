import { refuseInvalidField } from '#platform/contract/refusal.ts'

/** A name as sent: `name`, or `firstName` and `lastName`, or all three. Null and blank parts count as missing. */
export interface NameInput {
  name?: string | null
  firstName?: string | null
  lastName?: string | null
}

/** Name columns of a user. `name` is displayed; the parts are optional. */
export interface NameColumns {
  name: string
  first_name: string | null
  last_name: string | null
}

const maxLength = 120
/** Scripts that write the family name first, without a space. */
const familyNameFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u

/** Composes a name of two parts; a single part is the name. */
export function composeName(firstName: string | null, lastName: string | null): string {
  if (!firstName || !lastName) return firstName ?? lastName ?? ''
  return familyNameFirst.test(firstName) && familyNameFirst.test(lastName)
    ? lastName + firstName
    : `${firstName} ${lastName}`
}

/** Name columns of a new user. `name` is stored as sent; without one it is composed of the parts. */
export function nameColumns(sent: NameInput): NameColumns {
  const [first_name, last_name] = [partOf(sent.firstName), partOf(sent.lastName)]
  const name = sent.name?.trim() || composeName(first_name, last_name)
  if (name === '') return refuseInvalidField('name', 'required', 'This is required.')
  ensureFits(name)
  return { name, first_name, last_name }
}

/**
 * Name columns of an update. A sent `name` is stored, and drops old parts unless new ones are sent. Parts without
 * `name` compose a new one, once both are known.
 */
export function changedNameColumns(before: NameColumns, sent: NameInput): Partial<NameColumns> {
  const name = sent.name?.trim()
  const keepsName = !name || name === before.name
  const part = (given: string | null | undefined, old: string | null) =>
    given === undefined ? (keepsName ? old : null) : partOf(given)
  const first_name = part(sent.firstName, before.first_name)
  const last_name = part(sent.lastName, before.last_name)
  if (name) return { name, first_name, last_name }
  if (sent.firstName === undefined && sent.lastName === undefined) return {}
  const hasBothNames =
    (sent.firstName !== undefined && sent.lastName !== undefined) ||
    (before.first_name !== null && before.last_name !== null) ||
    (first_name !== null && last_name !== null)
  const composed = hasBothNames ? composeName(first_name, last_name) : ''
  ensureFits(composed)
  return { first_name, last_name, ...(composed && { name: composed }) }
}

const partOf = (given: string | null | undefined) => given?.trim() || null

function ensureFits(name: string) {
  if (name.length > maxLength) refuseInvalidField('lastName', 'too_long', 'This is too long.')
}
