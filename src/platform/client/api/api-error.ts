import type { FieldError } from '#platform/contract/refusal.ts'

interface Problem {
  status: number
  code: string
  detail: string
  request_id: string | null
  errors?: FieldError[]
  [extra: string]: unknown
}

/** A refused or failed call. Screens translate `code`; `detail` is the fallback text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: FieldError[]
  readonly request_id: string | null
  /** The complete problem document, with members such as the nearest valid colour. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(problem: Problem) {
    super(problem.detail)
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.errors = problem.errors ?? []
    this.request_id = problem.request_id
    this.problem = problem
  }
}

/** Converts an error response; a body that is not a problem document becomes an error with a code too. */
export function toApiError(status: number, body: string): ApiError {
  const parsed = parse(body)
  if (parsed && typeof parsed.code === 'string')
    return new ApiError({ request_id: null, detail: parsed.code, ...parsed, status } as Problem)
  const code = status === 503 ? 'busy' : 'internal_error'
  return new ApiError({ status, code, detail: `The server answered ${status}.`, request_id: null })
}

/** The error of a call without a response: connection lost or server unavailable. */
export const connectionLostError = () =>
  new ApiError({
    status: 0,
    code: 'connection_lost',
    detail: 'The server cannot be reached.',
    request_id: null,
  })

function parse(body: string): Partial<Problem> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Partial<Problem>) : null
  } catch {
    return null
  }
}
