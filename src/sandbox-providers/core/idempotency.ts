import type { Account } from './account.ts'
import type { SandboxReply } from './wire.ts'

interface KeyedRequest {
  key: string
  /** The whole request: another one under the same key is refused. */
  request: string
}

const error = (status: number, type: string, message: string): SandboxReply => ({
  status,
  body: { error: { type, message, doc_url: 'https://docs.stripe.com/error-handling' } },
})

/** Stripe's idempotency: the first answer to a key is repeated for 24 hours, also an error after the request began. */
export function answerOnce(
  account: Account,
  { key, request }: KeyedRequest,
  answer: () => SandboxReply,
): SandboxReply {
  if (key.length > 255)
    return error(400, 'invalid_request_error', 'Idempotency keys have at most 255 characters.')
  const earlier = account.idempotent_replies.get(key)
  if (earlier && earlier.request !== request)
    return error(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    )
  if (earlier) return { status: earlier.status, body: earlier.body }
  const reply = answer()
  account.idempotent_replies.set(key, { request, ...reply })
  return reply
}
