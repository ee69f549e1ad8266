const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  listPaymentPlans: everybody,
  getPlanOffer: everybody,
  listPlansForStaff: admins,
  getPaymentPlan: admins,
  createPaymentPlan: admins,
  updatePaymentPlan: admins,
  deletePaymentPlan: admins,
}
