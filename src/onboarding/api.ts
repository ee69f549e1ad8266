import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { dismissOnboardingChecklist } from './dismiss-onboarding-checklist.ts'
import { addSampleCourse, keepSampleCourse, deleteSampleCourse } from './sample-course.ts'
import { getOnboardingChecklist } from './get-onboarding-checklist.ts'

export const api = [
  defineEndpoint(contract.getOnboardingChecklist, getOnboardingChecklist),
  defineEndpoint(contract.dismissOnboardingChecklist, dismissOnboardingChecklist),
  defineEndpoint(contract.addSampleCourse, addSampleCourse),
  defineEndpoint(contract.deleteSampleCourse, deleteSampleCourse),
  defineEndpoint(contract.keepSampleCourse, keepSampleCourse),
]
