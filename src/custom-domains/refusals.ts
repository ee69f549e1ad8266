import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  domain_malformed: [422, 'This is not a domain. Give one such as courses.example.com.'],
  domain_ours: [422, 'Addresses below our own domain are chosen when a school is created.'],
  domain_known: [409, 'This domain is in your list already.'],
  domains_full: [409, 'A school has at most five domains of its own.'],
})
