import { defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { finaliseUpload } from './lifecycle/complete-upload.ts'
import { requestUpload } from './receiving/request-upload.ts'

export const api = [
  defineEndpointWithoutTx(contract.requestUpload, requestUpload),
  defineEndpointWithoutTx(contract.completeUpload, finaliseUpload),
]
