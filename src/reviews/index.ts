export { reviewStateForLearner } from './my-review.ts'
export { personalData } from './personal-data.ts'
