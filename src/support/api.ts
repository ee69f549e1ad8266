import { handle, handleOwn, type Endpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { endVisit, listVisits } from './list-visits.ts'
import { myVisit, raiseVisit } from './raise-visit.ts'
import { visitSchool } from './visit-school.ts'

export const api: Endpoint[] = [
  handleOwn(contract.visitSchool, visitSchool),
  handle(contract.myVisit, myVisit),
  handleOwn(contract.raiseVisit, raiseVisit),
  handle(contract.listVisits, listVisits),
  handle(contract.endVisit, endVisit),
]
