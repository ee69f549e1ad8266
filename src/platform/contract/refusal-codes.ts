export interface Refusals {
  [code: string]: readonly [status: number, message: string]
}

const declaredRefusals = new Map<string, readonly [number, string]>()

/** Declares refusal codes with HTTP status and a message for people. */
export function declareRefusals<R extends Refusals>(refusals: R): R {
  for (const [code, meaning] of Object.entries(refusals)) declaredRefusals.set(code, meaning)
  return refusals
}

/** Status and message of a declared code; `undefined` for an unknown code. */
export const refusalMeaning = (code: string) => declaredRefusals.get(code)

/** Refusals of the HTTP server, possible on any route. */
export const serverRefusals = declareRefusals({
  invalid_input: [422, 'Some fields are not valid.'],
  malformed_body: [400, 'The request body is not valid JSON.'],
  unauthenticated: [401, 'Please log in.'],
  forbidden: [403, 'You are not allowed to do this.'],
  not_found: [404, 'Not found.'],
  method_not_allowed: [405, 'This path does not support this method.'],
  in_progress: [409, 'The same request is still being processed.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Send application/json.'],
  idempotency_key_reused: [422, 'This idempotency key was already used with a different body.'],
  proof_of_work_required: [429, 'Too many attempts. Solve the challenge and send the same request again.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment.'],
  internal_error: [500, 'Something went wrong on our side. Nothing was saved. Try again later.'],
  busy: [503, 'The service is busy. Please try again in a moment.'],
})
