/** Why a call to an external server failed. */
export const outboundFailures = [
  'address_invalid',
  'not_https',
  'credentials_in_address',
  'address_not_public',
  'name_not_found',
  'connection_failed',
  'tls_failed',
  'timeout',
  'too_many_redirects',
  'answer_too_large',
] as const
export type OutboundFailure = (typeof outboundFailures)[number]

/** A failed request to another server; `failure` names the kind. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}
