import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  group_name_taken: [409, 'A group with this name already exists in the course.'],
})
