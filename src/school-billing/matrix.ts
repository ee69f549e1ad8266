const owners = ['account_user']

export const accessMatrix = {
  createSubscriptionSession: owners,
  createBillingPortalSession: owners,
  openCardUpdate: owners,
  updateSubscriptionQuantity: owners,
  cancelSubscription: owners,
  getSchoolBilling: owners,
  refreshSchoolBilling: owners,
  listPlanPrices: owners,
  previewSchoolPlan: owners,
  changeSchoolPlan: owners,
  reactivateSubscription: owners,
  listSchoolInvoices: owners,
}
