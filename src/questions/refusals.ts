import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  not_your_question_bank: [403, 'Only admins and the person who created this bank can do this.'],
  too_many_question_banks: [409, 'A school has at most 2,000 question banks.'],
  question_bank_full: [409, 'A question bank has at most 5,000 questions.'],
})
