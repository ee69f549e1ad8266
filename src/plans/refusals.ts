import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  plan_student_limit_reached: [
    409,
    'This school has reached the student limit of its plan. The school can choose a larger plan.',
  ],
})
