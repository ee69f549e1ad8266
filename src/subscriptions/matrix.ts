const students = ['student']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  listMySubscriptions: students,
  cancelMySubscription: students,
  pauseMySubscription: students,
  resumeMySubscription: students,
  setMySubscriptionCard: students,
  payMySubscription: students,
  setMySubscriptionMethod: students,
  transferMySubscription: students,
  previewPlanChange: students,
  changeMyPlan: students,
  cancelMyPlanChange: students,
  listSubscriptions: admins,
  cancelStudentSubscription: admins,
}
