import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { getPlan } from './get-plan.ts'

export const api = [defineEndpoint(contract.getPlan, getPlan)]
