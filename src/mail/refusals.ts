import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  owner_email_not_confirmed: [
    409,
    'Confirm your e-mail address first. In your school, open People, then Invitations.',
  ],
  external_mail_limit_reached: [409, 'Your school has reached today’s invitation limit.'],
})
