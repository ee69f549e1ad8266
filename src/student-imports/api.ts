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
  defineEndpoint(contract.listStudentImports, listStudentImports, {
    csv: [
      'file_name',
      'state',
      'total',
      'added_count',
      'invited_count',
      'assigned_count',
      'invalid_count',
      'created_at',
      'finished_at',
    ],
  }),
  defineEndpoint(contract.getStudentImport, getStudentImport),
  defineEndpoint(contract.startStudentImport, startStudentImport),
  defineEndpoint(contract.listImportLines, listImportLines, {
    csv: ['line', 'name', 'email', 'user_code', 'faculty', 'status', 'code', 'result'],
  }),
  defineEndpointWithoutTx(contract.exportInvalidLines, exportInvalidLines),
  defineEndpoint(contract.discardStudentImport, discardStudentImport),
]
