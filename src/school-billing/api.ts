import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { cancelSubscription, reactivateSubscription } from './calls/cancel-subscription.ts'
import {
  changeSchoolPlan,
  previewSchoolPlan,
  updateSubscriptionQuantity,
} from './calls/change-subscription.ts'
import * as contract from './contract.ts'
import { getSchoolBilling, listSchoolInvoices, refreshSchoolBilling } from './calls/get-billing.ts'
import { listPlanPrices } from './calls/list-prices.ts'
import { createBillingPortalSession, openCardUpdate } from './calls/open-portal.ts'
import { createSubscriptionSession } from './calls/start-subscription.ts'

export const api = [
  defineEndpointWithoutTx(contract.createSubscriptionSession, createSubscriptionSession),
  defineEndpointWithoutTx(contract.createBillingPortalSession, createBillingPortalSession),
  defineEndpointWithoutTx(contract.openCardUpdate, openCardUpdate),
  defineEndpointWithoutTx(contract.updateSubscriptionQuantity, updateSubscriptionQuantity),
  defineEndpointWithoutTx(contract.cancelSubscription, cancelSubscription),
  defineEndpoint(contract.getSchoolBilling, getSchoolBilling),
  defineEndpointWithoutTx(contract.refreshSchoolBilling, refreshSchoolBilling),
  defineEndpointWithoutTx(contract.listPlanPrices, listPlanPrices),
  defineEndpointWithoutTx(contract.previewSchoolPlan, previewSchoolPlan),
  defineEndpointWithoutTx(contract.changeSchoolPlan, changeSchoolPlan),
  defineEndpointWithoutTx(contract.reactivateSubscription, reactivateSubscription),
  defineEndpoint(contract.listSchoolInvoices, listSchoolInvoices),
]
