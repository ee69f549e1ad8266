import { declareRefusals } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  plan_student_limit_reached: [
    409,
    'This school has as many students as its plan has places for. The school can choose a larger plan.',
  ],
})
