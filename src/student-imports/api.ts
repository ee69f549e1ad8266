import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { exportInvalidLines, listStudentImports, listImportLines } from './list-uploads.ts'
import {
  discardStudentImport,
  getStudentImport,
  startStudentImport,
  createStudentImport,
} from './create-student-import.ts'

export const api = [
  defineEndpoint(contract.createStudentImport, createStudentImport),
  defineEndpoint(contract.listStudentImports, listStudentImports),
  defineEndpoint(contract.getStudentImport, getStudentImport),
  defineEndpoint(contract.startStudentImport, startStudentImport),
  defineEndpoint(contract.listImportLines, listImportLines),
  defineEndpointWithoutTx(contract.exportInvalidLines, exportInvalidLines),
  defineEndpoint(contract.discardStudentImport, discardStudentImport),
]
