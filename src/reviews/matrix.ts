const staff = ['teacher', 'admin', 'account_user']

export const accessMatrix = {
  listReviews: ['visitor', 'student', ...staff],
  getMyReview: ['student'],
  reviewCourse: ['student'],
  deleteMyReview: ['student'],
  listAllReviews: staff,
  answerReview: staff,
  hideReview: staff,
}
