import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  affiliates_disabled: [409, 'No course or plan of this school pays affiliates.'],
  already_affiliate: [409, 'This person is an affiliate already.'],
  affiliate_not_student: [409, 'Only active students of this school can become affiliates.'],
  payout_changed: [409, 'The balance has changed. Check it, and record the payout again.'],
  banks_unavailable: [409, 'Bank accounts cannot be checked for this currency.'],
  bank_account_unknown: [422, 'The bank does not know this account. Check bank and number.'],
  bank_check_failed: [503, 'The bank list does not answer. Try again.'],
})
