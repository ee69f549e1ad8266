import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as exports from './request-export.ts'
import * as contract from './contract.ts'
import * as erasure from './request-erasure.ts'

export const api = [
  defineEndpointWithoutTx(contract.requestDataExport, exports.requestDataExport),
  defineEndpoint(contract.renewDataExport, exports.renewDataExport),
  defineEndpoint(contract.getMyLatestExport, exports.getMyLatestExport),
  defineEndpointWithoutTx(contract.requestMyErasure, erasure.requestMyErasure),
  defineEndpoint(contract.mailReauthLink, erasure.mailReauthLink),
  defineEndpoint(contract.getUserData, exports.getUserData),
  defineEndpoint(contract.requestUserDataExport, exports.requestUserDataExport),
  defineEndpoint(contract.requestUserErasure, erasure.requestUserErasure),
  defineEndpoint(contract.cancelUserErasure, erasure.cancelUserErasure),
]
