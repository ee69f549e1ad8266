import { refusalMeaning } from './refusal-codes.ts'

export interface FieldError {
  path: string
  code: string
  message: string
}

export interface RefusalDetails {
  errors?: FieldError[]
  retry_after_seconds?: number
  /** Further members of the problem document, such as the nearest valid colour. */
  extra?: Record<string, unknown>
}

/** An expected error with a declared code, answered as RFC 9457 problem details. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: string, details: RefusalDetails = {}) {
    const meaning = refusalMeaning(code)
    super(meaning?.[1] ?? code)
    this.code = code
    this.status = meaning?.[0] ?? 500
    this.details = details
  }
}

/** Result of a policy: allowed, or a declared refusal code. */
export type Verdict = { allowed: true } | { allowed: false; code: string }

export const allow: Verdict = { allowed: true }

/** A verdict that refuses with an error code. */
export const refuse = (code: string): Verdict => ({ allowed: false, code })

/** Throws the refusal of a verdict unless it allows. */
export function ensureAllowed(verdict: Verdict) {
  if (!verdict.allowed) throw new Refusal(verdict.code)
}

/** Returns the row, or refuses `not_found`: a row of another tenant and a missing row look the same. */
export function ensureFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new Refusal('not_found')
  return row
}

/** Refuses one field of the input with a declared code. */
export function refuseInvalidField(path: string, code: string, message: string): never {
  throw new Refusal('invalid_input', { errors: [{ path, code, message }] })
}
