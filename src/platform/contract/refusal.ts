import { refusalMeaning } from './refusal-codes.ts'

export interface FieldError {
  path: string
  code: string
  message: string
}

export interface RefusalDetails {
  errors?: FieldError[]
  retry_after_seconds?: number
  /** Further members of the problem document, such as the nearest colour that passes. */
  extra?: Record<string, unknown>
}

/** An expected refusal: a declared code that becomes an RFC 9457 problem document. */
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

/** A policy's answer: allowed, or a declared reason why not. */
export type Verdict = { allowed: true } | { allowed: false; code: string }

export const allow: Verdict = { allowed: true }
export const refuse = (code: string): Verdict => ({ allowed: false, code })

/** Throws the policy's reason unless it allowed. */
export function ensureAllowed(verdict: Verdict) {
  if (!verdict.allowed) throw new Refusal(verdict.code)
}

/** The row, or `not_found`: another school's row and no row at all look the same. */
export function ensureFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new Refusal('not_found')
  return row
}

/** Refuses one field of the input with a declared code. */
export function refuseInvalidField(
  path: string,
  code: string,
  message: string,
  extra?: Record<string, unknown>,
): never {
  throw new Refusal('invalid_input', { errors: [{ path, code, message }], ...(extra && { extra }) })
}
