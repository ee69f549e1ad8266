import type { SandboxReply } from '../core/wire.ts'

export const success = (message: string, data: unknown): SandboxReply => ({
  status: 200,
  body: { status: true, message, data },
})

export const refusal = (status: number, message: string, code: string): SandboxReply => ({
  status,
  body: {
    status: false,
    message,
    meta: { nextStep: 'Check the request against the documentation' },
    type: status === 404 ? 'api_error' : 'validation_error',
    code,
  },
})
