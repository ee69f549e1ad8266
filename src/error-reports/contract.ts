import { Type } from 'typebox'
import { Choice, Done, Optional, route, Text } from '#platform/route.ts'

/** Characters of one envelope. A recording of a large page is the largest that there is. */
export const maxEnvelope = 480_000

export const sendErrorReport = route({
  name: 'sendErrorReport',
  method: 'POST',
  path: '/error-reports/v1/envelopes',
  can: 'public',
  scope: 'any',
  whileClosing: true,
  summary: 'Passes a report of an error in a browser on to the service that the platform has configured',
  bodyLimitBytes: 512 * 1024,
  limits: [
    { by: 'address', max: 300, seconds: 60 },
    { by: 'user', max: 60, seconds: 60 },
  ],
  body: Type.Object({
    /** An envelope of Sentry's protocol. */
    envelope: Text(maxEnvelope, { minLength: 2 }),
    /** The envelope is compressed, and written in base64. */
    encoding: Optional(Choice('gzip')),
  }),
  reply: [202, Done],
})
