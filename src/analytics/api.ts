import { handle } from '#platform/http.ts'
import * as contract from './contract.ts'
import { logVisit } from './log-visit.ts'

export const api = [handle(contract.logVisit, logVisit)]
