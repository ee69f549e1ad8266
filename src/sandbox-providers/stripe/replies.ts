import type { SandboxReply } from '../core/wire.ts'

interface StripeErrorFields {
  type?: string
  code?: string
  message: string
  param?: string
  decline_code?: string
  payment_intent?: object
  charge?: string
}

export const ok = (body: object): SandboxReply => ({ status: 200, body })

export const failure = (
  status: number,
  { type = 'invalid_request_error', ...fields }: StripeErrorFields,
): SandboxReply => ({ status, body: { error: { type, ...fields } } })

export const tooSmall = (): SandboxReply =>
  failure(400, { code: 'amount_too_small', message: 'Amount must be at least the minimum of its currency.' })

export const missing = (name: string, id: string): SandboxReply =>
  failure(404, { code: 'resource_missing', message: `No such ${name}: '${id}'`, param: 'id' })
