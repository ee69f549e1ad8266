import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { showPlan } from './show-plan.ts'

export const api = [handle(contract.showPlan, showPlan)]
