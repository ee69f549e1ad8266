import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { checkReseller } from './check-reseller.ts'
import * as contract from './contract.ts'
import { createReseller } from './create-reseller.ts'
import { listResellers } from './list-resellers.ts'
import { setResellerState } from './set-reseller-state.ts'
import { getReseller } from './get-reseller.ts'
import { updateReseller } from './update-reseller.ts'

export const api = [
  defineEndpoint(contract.listResellers, listResellers, {
    csv: ['name', 'root_domain', 'state', 'schools', 'created_at'],
  }),
  defineEndpointWithoutTx(contract.getReseller, getReseller),
  defineEndpointWithoutTx(contract.createReseller, createReseller),
  defineEndpointWithoutTx(contract.updateReseller, updateReseller),
  defineEndpoint(contract.setResellerState, setResellerState),
  defineEndpointWithoutTx(contract.checkReseller, checkReseller),
]
