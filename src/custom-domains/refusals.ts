import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  domain_invalid: [422, 'This is not a domain. Give one such as courses.example.com.'],
  domain_reserved: [422, 'Addresses below our own domain are chosen when a school is created.'],
  domain_already_added: [409, 'This domain is in your list already.'],
  domain_limit_reached: [409, 'A school has at most five domains of its own.'],
})
