import { handle } from '#tenancy/http/endpoints.ts'
import * as contract from './contract.ts'
import { faultyLinesFile, listStudentUploads, listUploadLines } from './list-uploads.ts'
import {
  discardStudentUpload,
  showStudentUpload,
  startStudentUpload,
  uploadStudents,
} from './upload-students.ts'

export const api = [
  handle(contract.uploadStudents, uploadStudents),
  handle(contract.listStudentUploads, listStudentUploads),
  handle(contract.showStudentUpload, showStudentUpload),
  handle(contract.startStudentUpload, startStudentUpload),
  handle(contract.listUploadLines, listUploadLines),
  handle(contract.faultyLinesFile, faultyLinesFile),
  handle(contract.discardStudentUpload, discardStudentUpload),
]
