import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { dismissFirstSteps } from './dismiss-first-steps.ts'
import { addSample, keepSample, removeSample } from './sample-course.ts'
import { showFirstSteps } from './show-first-steps.ts'

export const api = [
  handle(contract.userJourney, showFirstSteps),
  handle(contract.dismissFirstSteps, dismissFirstSteps),
  handle(contract.addSample, addSample),
  handle(contract.removeSample, removeSample),
  handle(contract.keepSample, keepSample),
]
