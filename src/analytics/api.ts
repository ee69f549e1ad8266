import { defineEndpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { recordUsage } from './record-usage.ts'

export const api = [defineEndpoint(contract.recordUsage, recordUsage)]
