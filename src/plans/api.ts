import { handle } from '#platform/http.ts'
import * as contract from './contract.ts'
import { showPlan } from './show-plan.ts'

export const api = [handle(contract.showPlan, showPlan)]
