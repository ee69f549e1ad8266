import { refuseInvalidField } from '#platform/contract/refusal.ts'

/** A name as it is sent: `name`, or `firstName` and `lastName`, or all three. Null and blank parts count as none. */
export interface NameInput {
  name?: string | null
  firstName?: string | null
  lastName?: string | null
}

/** The same as columns of a user. `name` is what everybody reads; the parts are optional. */
export interface NameColumns {
  name: string
  first_name: string | null
  last_name: string | null
}

const maxLength = 120
/** Names in these scripts are written with the family name first, without a space. */
const familyNameFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u

/** One name made of two parts; with one part, that part alone. */
export function composeName(firstName: string | null, lastName: string | null): string {
  if (!firstName || !lastName) return firstName ?? lastName ?? ''
  return familyNameFirst.test(firstName) && familyNameFirst.test(lastName)
    ? lastName + firstName
    : `${firstName} ${lastName}`
}

/** The name of somebody new. A sent `name` counts as it is; without one it is made of the parts. */
export function nameColumns(sent: NameInput): NameColumns {
  const [first_name, last_name] = [partOf(sent.firstName), partOf(sent.lastName)]
  const name = sent.name?.trim() || composeName(first_name, last_name)
  if (name === '') return refuseInvalidField('name', 'required', 'This is required.')
  ensureFits(name)
  return { name, first_name, last_name }
}

/**
 * What a change of a name writes. A sent `name` counts as it is, and drops parts that belonged to another name unless
 * they are sent too. Parts without a name make a new one, as soon as both are known.
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
  const areKnown =
    (sent.firstName !== undefined && sent.lastName !== undefined) ||
    (before.first_name !== null && before.last_name !== null) ||
    (first_name !== null && last_name !== null)
  const composed = areKnown ? composeName(first_name, last_name) : ''
  ensureFits(composed)
  return { first_name, last_name, ...(composed && { name: composed }) }
}

const partOf = (given: string | null | undefined) => given?.trim() || null

function ensureFits(name: string) {
  if (name.length > maxLength) refuseInvalidField('lastName', 'too_long', 'This is too long.')
}
