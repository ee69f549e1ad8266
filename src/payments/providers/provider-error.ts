import type { ProviderName } from './provider.ts'

/**
 * `unreachable`: time-out, connection reset, 429 or 5xx. `unexpected_reply`: the answer does not fit its documented form.
 * `rejected`: the provider refused the request and changed nothing.
 */
export type ProviderErrorKind = 'unreachable' | 'rejected' | 'unexpected_reply'

/** Why a provider refused a request, as far as our code acts on it. */
export type RejectionCode =
  /** The reference was used before: ask with `findPayment` what became of it. */
  | 'duplicate_reference'
  /** The account cannot charge this currency. */
  | 'currency_not_supported'
  /** Below the provider's minimum, above its maximum, or not expressible in its unit. */
  | 'amount_not_supported'
  /** Secret key missing, invalid or of another account. */
  | 'credentials_invalid'
  | 'not_found'
  /** The provider has no such operation. */
  | 'not_supported'
  | 'other'

/**
 * A call to a provider failed. Message and properties hold no secret, no reply text and no personal data: they are safe to
 * log. The refusal's own text is in the log line of the call.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  readonly provider: ProviderName
  /** Name of the method of `PaymentProvider`. */
  readonly operation: string
  readonly code: RejectionCode | null

  constructor(
    kind: ProviderErrorKind,
    failed: { provider: ProviderName; operation: string; code?: RejectionCode },
  ) {
    super(`${failed.provider} ${failed.operation}: ${failed.code ?? kind}`)
    this.kind = kind
    this.provider = failed.provider
    this.operation = failed.operation
    this.code = kind === 'rejected' ? (failed.code ?? 'other') : null
  }

  /** Whether the call may have had its effect: then ask before any repetition. */
  get isOutcomeUnknown(): boolean {
    return this.kind !== 'rejected'
  }
}

/** A webhook without a valid signature. `reason` is for the log; the sender gets none. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature'
  readonly reason: SignatureProblem

  constructor(reason: SignatureProblem) {
    super(`invalid signature: ${reason}`)
    this.reason = reason
  }
}

export type SignatureProblem =
  | 'missing_header'
  | 'malformed_header'
  | 'mismatch'
  | 'too_old'
  | 'in_the_future'
  /** The account has no key, so nothing can be verified: refuse everything. */
  | 'no_key'

/** A correctly signed webhook that is not JSON, or has not the form of an event: answer 400. */
export class InvalidWebhookBody extends Error {
  override readonly name = 'InvalidWebhookBody'
}
