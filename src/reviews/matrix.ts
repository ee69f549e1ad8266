const staff = ['teacher', 'admin', 'account_user']

export const matrix = {
  listReviews: ['visitor', 'student', ...staff],
  getMyReview: ['student'],
  reviewCourse: ['student'],
  deleteMyReview: ['student'],
  listAllReviews: staff,
  answerReview: staff,
  hideReview: staff,
}
