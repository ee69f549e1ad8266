import { Type } from 'typebox'
import { StringEnum, OkReply, Optional, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const limits = [
  { by: 'address', max: 300, seconds: 60 },
  { by: 'user', max: 60, seconds: 60 },
] as const

export const sendErrorReport = defineRoute({
  name: 'sendErrorReport',
  method: 'POST',
  path: '/error-reports/v1/envelopes',
  access: 'public',
  scope: 'any',
  whileClosing: true,
  summary: 'Forward an error report of a browser to the configured service',
  limits,
  body: Type.Object({
    /** An envelope of Sentry's protocol. */
    envelope: Text(64_000, { minLength: 2 }),
    /** The envelope is compressed and base64-encoded. */
    encoding: Optional(StringEnum('gzip')),
  }),
  reply: [202, OkReply],
})

export const sendErrorRecording = defineRoute({
  name: 'sendErrorRecording',
  method: 'POST',
  path: '/error-reports/v1/recordings',
  access: 'user',
  whileClosing: true,
  summary: 'Forward a session recording of a user who consented',
  bodyLimitBytes: 512 * 1024,
  limits,
  body: Type.Object({
    /** An envelope of Sentry's protocol, compressed and base64-encoded. */
    envelope: Text(480_000, { minLength: 2, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    encoding: StringEnum('gzip'),
  }),
  reply: [202, OkReply],
})
