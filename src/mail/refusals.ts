import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  owner_email_not_confirmed: [
    409,
    'Confirm your e-mail address first: open your school and press the link that we mail to you.',
  ],
  external_mail_limit_reached: [409, 'Your school has sent all the invitations that it may send today.'],
})
