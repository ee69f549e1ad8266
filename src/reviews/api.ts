import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { listAllReviews, listReviews } from './list-reviews.ts'
import { answerReview, hideReview } from './moderate-review.ts'
import { deleteMyReview, getMyReview, reviewCourse } from './my-review.ts'

export const api = [
  handle(contract.listReviews, listReviews),
  handle(contract.getMyReview, getMyReview),
  handle(contract.reviewCourse, reviewCourse),
  handle(contract.deleteMyReview, deleteMyReview),
  handle(contract.listAllReviews, listAllReviews),
  handle(contract.answerReview, answerReview),
  handle(contract.hideReview, hideReview),
]
