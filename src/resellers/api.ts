import { handle, handleOwn } from '#tenancy/http/endpoints.ts'
import { checkReseller } from './check-reseller.ts'
import * as contract from './contract.ts'
import { createReseller } from './create-reseller.ts'
import { listResellers } from './list-resellers.ts'
import { setResellerState } from './set-reseller-state.ts'
import { showReseller } from './show-reseller.ts'
import { updateReseller } from './update-reseller.ts'

export const api = [
  handle(contract.listResellers, listResellers),
  handleOwn(contract.showReseller, showReseller),
  handleOwn(contract.createReseller, createReseller),
  handleOwn(contract.updateReseller, updateReseller),
  handle(contract.setResellerState, setResellerState),
  handleOwn(contract.checkReseller, checkReseller),
]
