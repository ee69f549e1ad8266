import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { validateOutboundUrl } from '#platform/outbound/index.ts'
import { inHttpClientSpan } from '#platform/telemetry/http-client-span.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { exactNumber, parseExactJson } from './exact-json.ts'
import { ProviderError, type ProviderErrorKind, type RejectionCode } from './provider-error.ts'
import { redactProviderText } from './redact.ts'
import type { ProviderAccount, ProviderName } from './provider.ts'

export { exactNumber }

/** Milliseconds for one call, including the reply's body. */
export const providerTimeoutMs = 10_000
const maxReplyBytes = 5 * 1024 * 1024

/** What both providers send with a refusal. */
export interface Refusal {
  message: string
  code?: unknown
}

export interface ProviderClientOptions {
  provider: ProviderName
  account: ProviderAccount
  log: Pick<Log, 'info' | 'warn'>
  /** Properties of replies whose numbers are read as text, without floating point. */
  exactNumbers?: readonly string[]
  /** Meaning of a refusal. */
  rejectionCode(status: number, refusal: Refusal): RejectionCode
  timeoutMs?: number
}

export interface ProviderCall<Reply extends TSchema> {
  method: 'GET' | 'POST'
  /** Below the base URL, with encoded parts. */
  path: string
  query?: Record<string, string>
  body?: object
  /** Form of an accepted reply. */
  reply: Reply
  /** Name of the method of `PaymentProvider`, for errors and the log. */
  operation: string
}

export type ProviderClient = ReturnType<typeof createProviderClient>

/** Replies of both providers say in their envelope whether the request was accepted. */
const isAccepted = (reply: unknown) => {
  const status = (reply as { status?: unknown } | null)?.status
  return status === true || status === 'success'
}

/**
 * Client for the JSON APIs of Paystack and Flutterwave. Every call is sent once: a POST whose outcome is unknown is
 * verified by the caller, never repeated here. Redirects are refused, because they would carry the key to another host.
 * Throws `ProviderError` only. The log has the operation and status of each call, and no body, query or key.
 */
export function createProviderClient(options: ProviderClientOptions) {
  const base = options.account.base_url.replace(/\/$/, '')
  // Throws at start for an address that would send the key without TLS; a stand-in on this machine may use http.
  validateOutboundUrl(base, { allowLoopback: true })

  async function call<Reply extends TSchema>(request: ProviderCall<Reply>): Promise<Static<Reply>> {
    const started = performance.now()
    try {
      const { status, text } = await send(options, base, request)
      const reply = readReply(options, request, { status, text })
      logCall(options, request, { status, started })
      return reply
    } catch (error) {
      const failed = asProviderError(error, options.provider, request.operation)
      logCall(options, request, { started, failed, cause: error })
      throw failed
    }
  }
  return { call }
}

interface RawReply {
  status: number
  text: string
}

async function send(
  options: ProviderClientOptions,
  base: string,
  { method, path, query, body }: ProviderCall<TSchema>,
): Promise<RawReply> {
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const response = await inHttpClientSpan(method, url, (traceHeaders) =>
    fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? providerTimeoutMs),
      headers: {
        ...traceHeaders,
        accept: 'application/json',
        authorization: `Bearer ${options.account.secret_key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, text: await readText(response) }
}

async function readText(response: Response) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxReplyBytes) throw new UnreadableReply('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const isRefusal = (reply: unknown): reply is Refusal =>
  typeof (reply as { message?: unknown } | null)?.message === 'string'

/** A reply that is not JSON, or not of its documented form. */
class UnreadableReply extends Error {}

/** A documented refusal: its text is for the log only. */
class Refused extends Error {
  readonly code: RejectionCode

  constructor(code: RejectionCode, text: string) {
    super(text)
    this.code = code
  }
}

class Unavailable extends Error {}

function readReply<Reply extends TSchema>(
  { exactNumbers = [], rejectionCode, account }: ProviderClientOptions,
  request: ProviderCall<Reply>,
  { status, text }: RawReply,
): Static<Reply> {
  if (status >= 500 || status === 429 || status === 408) throw new Unavailable(`status ${status}`)
  const reply = parseReply(text, exactNumbers)
  if (status >= 400 || !isAccepted(reply)) {
    // A refusal without the envelope comes from something else than the provider, for example a proxy.
    if (!isRefusal(reply)) throw new UnreadableReply(`status ${status} without a message`)
    throw new Refused(rejectionCode(status, reply), redactProviderText(reply.message, [account.secret_key]))
  }
  if (!Check(request.reply, reply)) throw new UnreadableReply('form differs from the documentation')
  return reply
}

function parseReply(text: string, exactNumbers: readonly string[]) {
  try {
    return parseExactJson(text, exactNumbers)
  } catch {
    throw new UnreadableReply('not JSON')
  }
}

function asProviderError(error: unknown, provider: ProviderName, operation: string): ProviderError {
  if (error instanceof Refused)
    return new ProviderError('rejected', { provider, operation, code: error.code })
  const kind: ProviderErrorKind = error instanceof UnreadableReply ? 'unexpected_reply' : 'unreachable'
  return new ProviderError(kind, { provider, operation })
}

interface CallResult {
  started: number
  status?: number
  failed?: ProviderError
  cause?: unknown
}

function logCall(
  { provider, log }: ProviderClientOptions,
  { method, operation }: ProviderCall<TSchema>,
  { started, status, failed, cause }: CallResult,
) {
  const line = { provider, operation, method, ms: Math.round(performance.now() - started) }
  if (!failed) return log.info({ ...line, status }, 'payment provider called')
  // The text of our own classes is redacted above; of other errors only the name, because their text may hold the address.
  const isOurs = cause instanceof Refused || cause instanceof UnreadableReply || cause instanceof Unavailable
  const reason = isOurs ? cause.message : cause instanceof Error ? cause.name : 'unknown'
  log.warn({ ...line, kind: failed.kind, code: failed.code, reason }, 'payment provider call failed')
}
