import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  grade_item_in_use: [409, 'Students have grades for an item that would be deleted.'],
})
