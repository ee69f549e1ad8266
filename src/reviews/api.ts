import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { listHighlightedReviews, listReviewsForStaff, listReviews } from './list-reviews.ts'
import { replyToReview, setReviewHidden } from './moderate-review.ts'
import { deleteMyReview, getMyReview, setMyReview } from './my-review.ts'

export const api = [
  defineEndpoint(contract.listReviews, listReviews),
  defineEndpoint(contract.listHighlightedReviews, listHighlightedReviews),
  defineEndpoint(contract.getMyReview, getMyReview),
  defineEndpoint(contract.setMyReview, setMyReview),
  defineEndpoint(contract.deleteMyReview, deleteMyReview),
  defineEndpoint(contract.listReviewsForStaff, listReviewsForStaff, {
    csv: ['name', 'rating', 'review', 'is_hidden', 'created_at', 'updated_at', 'reply', 'replied_at'],
  }),
  defineEndpoint(contract.replyToReview, replyToReview),
  defineEndpoint(contract.setReviewHidden, setReviewHidden),
]
