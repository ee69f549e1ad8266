import { Type } from 'typebox'
import { OkReply, Instant, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import '../refusals.ts'

const own = '/school-users/v2/me/email-confirmation'

export const requestEmailConfirmation = defineRoute({
  name: 'requestEmailConfirmation',
  method: 'POST',
  path: own,
  access: 'owner',
  support: 'never',
  summary: 'Send the owner a link to confirm their e-mail address',
  limits: [{ by: 'user', max: 5, seconds: 3600 }],
  reply: [202, OkReply],
})

export const confirmEmail = defineRoute({
  name: 'confirmEmail',
  method: 'PUT',
  path: own,
  access: 'owner',
  support: 'never',
  summary: 'Confirm the owner’s e-mail address with a mailed token, and send the mail that waited for it',
  body: Type.Object({ token: Text(200, { minLength: 1 }) }),
  reply: [200, OkReply],
  refusals: ['token_invalid'],
})

export const getMailAllowance = defineRoute({
  name: 'getMailAllowance',
  method: 'GET',
  path: '/schools/v2/external-mail-allowance',
  access: 'admin',
  summary: 'Get today’s remaining external mail, and the number of waiting mails',
  reply: [
    200,
    Type.Object({
      /** Nothing is mailed to others before an owner has verified his or her address. */
      is_confirmed: Type.Boolean(),
      /** Mails per day; grows with age and plan of the school. */
      allowed_per_day: Type.Integer(),
      remaining: Type.Integer(),
      /**
       * Deferred mails: invitations, and mail to members with unverified addresses. Each kind is counted up to
       * 10,000.
       */
      queued: Type.Integer(),
      /** Start of the next day's allowance. */
      resumes_at: Instant,
    }),
  ],
})
