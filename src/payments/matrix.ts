const everybody = ['visitor', 'student', 'teacher', 'admin', 'account_user']
const students = ['student']
const admins = ['admin', 'account_user']

export const accessMatrix = {
  createCheckout: students,
  createStripeCheckoutSession: students,
  getPaymentMethods: everybody,
  listMyOrders: students,
  getMyOrder: students,
  verifyMyOrder: students,
  listOrders: admins,
  getOrder: admins,
  refundOrder: admins,
  resolveRefund: admins,
  dismissOrderAttention: admins,
  listPaymentEvents: admins,
  replayPaymentEvent: admins,
}
