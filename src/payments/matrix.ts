const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const students = ['student']
const owners = ['account_user']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  createCheckout: students,
  createStripeCheckoutSession: students,
  getPaymentMethods: everybody,
  listMyOrders: students,
  getMyOrder: students,
  verifyMyOrder: students,
  listPaymentAccounts: admins,
  connectPaymentAccount: owners,
  disconnectPaymentAccount: owners,
  listCards: students,
  setDefaultCard: students,
  deleteCard: students,
  updateBillingCard: students,
  verifyMyCardSetup: students,
  getPaymentSettings: admins,
  updatePaymentSettings: admins,
  listDisputes: admins,
  getDisputeEvidence: admins,
  submitDisputeEvidence: admins,
  recordManualDispute: admins,
  closeManualDispute: admins,
  listOrders: admins,
  getOrder: admins,
  refundOrder: admins,
  resolveRefund: admins,
  dismissOrderAttention: admins,
  listPaymentEvents: admins,
  replayPaymentEvent: admins,
}
