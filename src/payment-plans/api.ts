import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { createPaymentPlan, deletePaymentPlan, updatePaymentPlan } from './change-plans.ts'
import * as contract from './contract.ts'
import { getPaymentPlan, getPlanOffer, listPaymentPlans, listPlansForStaff } from './list-plans.ts'

export const api = [
  defineEndpointWithoutTx(contract.listPaymentPlans, listPaymentPlans),
  defineEndpoint(contract.getPlanOffer, getPlanOffer),
  defineEndpoint(contract.listPlansForStaff, listPlansForStaff),
  defineEndpoint(contract.getPaymentPlan, getPaymentPlan),
  defineEndpoint(contract.createPaymentPlan, createPaymentPlan),
  defineEndpoint(contract.updatePaymentPlan, updatePaymentPlan),
  defineEndpoint(contract.deletePaymentPlan, deletePaymentPlan),
]
