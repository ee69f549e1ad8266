import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  too_many_plans: [409, 'A school has at most 100 payment plans. Delete one first.'],
})
