import type { SandboxReply } from '../core/wire.ts'

export const success = (message: string, data: unknown, meta?: object): SandboxReply => ({
  status: 200,
  body: { status: 'success', message, data, ...(meta && { meta }) },
})

export const refusal = (status: number, message: string): SandboxReply => ({
  status,
  body: { status: 'error', message, data: null },
})
