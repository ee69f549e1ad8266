import { defineEndpoint, defineEndpointWithoutTx, type Endpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { endVisit, listVisits } from './list-visits.ts'
import { getMyVisit, requestWriteAccess } from './request-write-access.ts'
import { startVisit } from './start-visit.ts'

export const api: Endpoint[] = [
  defineEndpointWithoutTx(contract.startVisit, startVisit),
  defineEndpoint(contract.getMyVisit, getMyVisit),
  defineEndpointWithoutTx(contract.requestWriteAccess, requestWriteAccess),
  defineEndpoint(contract.listVisits, listVisits),
  defineEndpoint(contract.endVisit, endVisit),
]
