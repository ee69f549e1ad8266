import { defineEndpoint, defineEndpointWithoutTx, type Endpoint } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { endVisit, listVisits } from './list-visits.ts'
import { getMyVisit, requestWriteAccess } from './request-write-access.ts'
import { startVisit } from './start-visit.ts'

export const api: Endpoint[] = [
  defineEndpointWithoutTx(contract.startVisit, startVisit),
  defineEndpoint(contract.getMyVisit, getMyVisit),
  defineEndpointWithoutTx(contract.requestWriteAccess, requestWriteAccess),
  defineEndpoint(contract.listVisits, listVisits, {
    csv: ['name', 'email', 'reason', 'created_at', 'ends_at', 'write_access_until', 'ended_at', 'end_cause'],
  }),
  defineEndpoint(contract.endVisit, endVisit),
]
