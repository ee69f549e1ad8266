import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  domain_invalid: [422, 'Invalid domain. Enter one such as courses.example.com.'],
  domain_reserved: [
    422,
    'You cannot add an address below our own domain here. You choose it when you create a school.',
  ],
  domain_already_added: [409, 'This domain is already in your list.'],
  domain_limit_reached: [409, 'A school can have at most five custom domains. Remove one first.'],
})
