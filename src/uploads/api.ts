import { handleOwn } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { finaliseUpload } from './lifecycle/finalise-upload.ts'
import { requestUpload } from './receiving/request-upload.ts'

export const api = [
  handleOwn(contract.requestUpload, requestUpload),
  handleOwn(contract.finaliseUpload, finaliseUpload),
]
