import { defineEndpoint, defineEndpointWithoutTx } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { exportGrades } from './files/export-grades.ts'
import { importGrades } from './files/import-grades.ts'
import { getGradebook, getGradeHistory, getMyGrades, listGrades } from './read-grades.ts'
import { saveGradebook } from './save-gradebook.ts'
import { saveGrades } from './save-grades.ts'

export const api = [
  defineEndpoint(contract.getGradebook, getGradebook),
  defineEndpoint(contract.saveGradebook, saveGradebook),
  defineEndpoint(contract.listGrades, listGrades, {
    csv: ['name', 'email', 'total_percent', 'total_with_missing', 'grade_label'],
  }),
  defineEndpoint(contract.saveGrades, saveGrades),
  defineEndpoint(contract.getGradeHistory, getGradeHistory),
  defineEndpoint(contract.exportGrades, exportGrades),
  defineEndpointWithoutTx(contract.importGrades, importGrades),
  defineEndpoint(contract.getMyGrades, getMyGrades),
]
