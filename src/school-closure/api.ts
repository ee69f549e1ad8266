import { defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import { closeSchool, reopenSchool } from './close-school.ts'
import * as contract from './contract.ts'
import { showClosure } from './show-closure.ts'
import { requestSchoolArchive } from './write-archive.ts'

export const api = [
  defineEndpointWithoutTx(contract.getClosing, showClosure),
  defineEndpointWithoutTx(contract.closeSchool, closeSchool),
  defineEndpointWithoutTx(contract.cancelClosing, reopenSchool),
  defineEndpointWithoutTx(contract.requestSchoolArchive, requestSchoolArchive),
]
