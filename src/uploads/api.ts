import { handleOwn } from '#platform/http.ts'
import * as contract from './contract.ts'
import { finaliseUpload } from './finalise-upload.ts'
import { requestUpload } from './request-upload.ts'

export const api = [
  handleOwn(contract.requestUpload, requestUpload),
  handleOwn(contract.finaliseUpload, finaliseUpload),
]
