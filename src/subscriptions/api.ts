import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import {
  cancelMySubscription,
  cancelStudentSubscription,
  pauseMySubscription,
  resumeMySubscription,
  setMySubscriptionCard,
} from './change-subscription.ts'
import * as contract from './contract.ts'
import { listMySubscriptions, listSubscriptions } from './list-subscriptions.ts'
import { payMySubscription, transferMySubscription } from './pay.ts'
import { setMySubscriptionMethod } from './transfers/set-method.ts'
import { cancelMyPlanChange, changeMyPlan, previewPlanChange } from './plan-changes/change-plan.ts'

export const api = [
  defineEndpoint(contract.listMySubscriptions, listMySubscriptions),
  defineEndpoint(contract.cancelMySubscription, cancelMySubscription),
  defineEndpoint(contract.pauseMySubscription, pauseMySubscription),
  defineEndpoint(contract.resumeMySubscription, resumeMySubscription),
  defineEndpoint(contract.setMySubscriptionCard, setMySubscriptionCard),
  defineEndpointWithoutTx(contract.payMySubscription, payMySubscription),
  defineEndpoint(contract.setMySubscriptionMethod, setMySubscriptionMethod),
  defineEndpointWithoutTx(contract.transferMySubscription, transferMySubscription),
  defineEndpoint(contract.previewPlanChange, previewPlanChange),
  defineEndpointWithoutTx(contract.changeMyPlan, changeMyPlan),
  defineEndpoint(contract.cancelMyPlanChange, cancelMyPlanChange),
  defineEndpoint(contract.listSubscriptions, listSubscriptions),
  defineEndpoint(contract.cancelStudentSubscription, cancelStudentSubscription),
]
