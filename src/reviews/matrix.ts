const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  listReviews: ['visitor', 'student', ...staff],
  listHighlightedReviews: ['visitor', 'student', ...staff],
  getMyReview: ['student'],
  setMyReview: ['student'],
  deleteMyReview: ['student'],
  listReviewsForStaff: staff,
  replyToReview: staff,
  setReviewHidden: staff,
}
