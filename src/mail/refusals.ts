import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  owner_email_unconfirmed: [
    409,
    'Confirm your e-mail address first: open your school and press the link that we mail to you.',
  ],
  outside_mail_used_up: [409, 'Your school has sent all the invitations that it may send today.'],
})
