import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { reportUsage } from './report-usage.ts'

export const api = [handle(contract.logVisit, reportUsage)]
