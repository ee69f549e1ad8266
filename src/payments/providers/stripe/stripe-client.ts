import Stripe from 'stripe'
import { validateOutboundUrl } from '#platform/outbound/index.ts'
import { inHttpClientSpan } from '#platform/telemetry/http-client-span.ts'
import type { OpenProviderOptions } from '../open-provider.ts'
import { providerTimeoutMs } from '../provider-client.ts'
import { ProviderError, type RejectionCode } from '../provider-error.ts'
import type { ProviderAccount } from '../provider.ts'
import { redactProviderText } from '../redact.ts'

/** The API version of the SDK's types. The webhook endpoint must be created with it. */
export const stripeApiVersion = '2026-10-28.endive'

export interface StripeClient {
  sdk: Stripe
  /** Runs one call of the SDK. Throws `ProviderError` only. */
  run<T>(operation: string, call: (sdk: Stripe) => Promise<T>): Promise<T>
}

/**
 * The official SDK with our rules: no repetition by itself, ten seconds for a call, no telemetry, the address by host, port
 * and protocol. It sends by `fetch` because its own Node client repeats a closed connection even without retries.
 */
export function createStripeClient(account: ProviderAccount, options: OpenProviderOptions): StripeClient {
  const url = validateOutboundUrl(account.base_url, { allowLoopback: true })
  const sdk = new Stripe(account.secret_key, {
    apiVersion: stripeApiVersion,
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    timeout: options.timeoutMs ?? providerTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchWithoutRedirect as typeof fetch),
  })
  return {
    sdk,
    run: (operation, call) => runCall({ ...options, account }, operation, () => call(sdk)),
  }
}

/**
 * `fetch` in a client span. A redirect would carry the key to another host. The SDK takes an error status whose body has no
 * `error`, for example of a proxy, for success, so such an answer ends here.
 */
async function fetchWithoutRedirect(address: string, init: RequestInit) {
  const response = await inHttpClientSpan(init.method ?? 'GET', new URL(address), () =>
    fetch(address, { ...init, redirect: 'error' }),
  )
  if (response.status >= 500 || [408, 429].includes(response.status)) throw new Error('unavailable')
  if (response.ok || (await hasError(response.clone()))) return response
  throw new Error('refusal without an error')
}

async function hasError(response: Response) {
  try {
    const { error } = (await response.json()) as { error?: unknown }
    return typeof error === 'object' && error !== null
  } catch {
    return false
  }
}

async function runCall<T>(
  { log, account }: OpenProviderOptions & { account: ProviderAccount },
  operation: string,
  call: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const line = () => ({ provider: 'stripe', operation, ms: Math.round(performance.now() - started) })
  try {
    const reply = await call()
    requireObject(reply, operation)
    log.info(line(), 'payment provider called')
    return reply
  } catch (error) {
    const failed = asProviderError(error, operation)
    // Text of other errors may hold the address; Stripe's own is redacted.
    const isRefusal = error instanceof Stripe.errors.StripeError && failed.kind === 'rejected'
    const reason = isRefusal
      ? redactProviderText(error.message, [account.secret_key])
      : (error as Error | null)?.name
    log.warn({ ...line(), kind: failed.kind, code: failed.code, reason }, 'payment provider call failed')
    throw failed
  }
}

/** Every object of Stripe names its type. Without it the reply is something else, and the call may have had its effect. */
function requireObject(reply: unknown, operation: string) {
  if (Array.isArray(reply) || typeof (reply as { object?: unknown } | null)?.object === 'string') return
  throw new ProviderError('unexpected_reply', { provider: 'stripe', operation })
}

/** A refusal because of the card. The SDK's error holds the payment, so it stays out of logs as a private field. */
export class StripeDecline extends ProviderError {
  readonly #error: CardError

  constructor(operation: string, error: CardError) {
    super('rejected', { provider: 'stripe', operation })
    this.#error = error
  }

  get cardError(): CardError {
    return this.#error
  }
}

type CardError = InstanceType<typeof Stripe.errors.StripeCardError>

function asProviderError(error: unknown, operation: string): ProviderError {
  const failed = { provider: 'stripe' as const, operation }
  if (error instanceof ProviderError) return error
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError) return new StripeDecline(operation, error)
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError)
    return new ProviderError('unreachable', failed)
  if (!(error instanceof errors.StripeError)) return new ProviderError('unreachable', failed)
  const status = error.statusCode
  // Without a status, the SDK could not read the reply.
  if (status === undefined || status < 400) return new ProviderError('unexpected_reply', failed)
  // 409: another request with this idempotency key is running.
  if (status >= 500 || [408, 409, 429].includes(status)) return new ProviderError('unreachable', failed)
  return new ProviderError('rejected', { ...failed, code: rejectionCode(error) })
}

function rejectionCode(error: InstanceType<typeof Stripe.errors.StripeError>): RejectionCode {
  const { errors } = Stripe
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'credentials_invalid'
  if (error instanceof errors.StripeIdempotencyError) return 'duplicate_reference'
  if (error.code === 'resource_missing' || error.statusCode === 404) return 'not_found'
  if (error.code === 'amount_too_small' || error.code === 'amount_too_large') return 'amount_not_supported'
  if (error.param?.endsWith('currency')) return 'currency_not_supported'
  return 'other'
}
