import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  too_many_certificate_templates: [409, 'A school has at most 500 certificate templates.'],
  no_certificate_template: [409, 'The school has no certificate template for this course yet.'],
  rule_exists: [409, 'The certificate already has a rule with this course and assessment.'],
  too_many_certificate_rules: [409, 'A certificate template has at most 50 rules.'],
  block_outside_page: [409, 'A block is not completely on the page.'],
  certificate_exists: [409, 'The student already has this certificate.'],
  certificate_not_valid: [409, 'This certificate was revoked or replaced.'],
  certificate_requested: [409, 'You already requested this certificate.'],
  request_already_decided: [409, 'This request was already decided.'],
  person_erased: [410, 'The person on this certificate deleted their data.'],
  certificate_private: [403, 'The student does not show this certificate to the public.'],
})
