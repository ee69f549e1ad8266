import { applyInvitation } from '#accounts/index.ts'
import { defineJob, type Job } from '#tenancy/jobs/define-job.ts'
import { failParkedImport } from './resumable-job.ts'
import { deleteUploadJob, readListJob, importStudentsJob } from './job-handles.ts'
import { applyInvitationTargets } from './importing/placements.ts'
import { readStudentList } from './reading/read-student-list.ts'
import { importStudents } from './importing/import-students.ts'
import { deleteStudentImport } from './create-student-import.ts'

export const readStudentListJobDefinition = defineJob({
  ...readListJob,
  transaction: 'own',
  run: readStudentList,
  parked: failParkedImport,
})
export const importStudentsJobDefinition = defineJob({
  ...importStudentsJob,
  transaction: 'own',
  run: importStudents,
  parked: failParkedImport,
})
export const deleteStudentListJobDefinition = defineJob({ ...deleteUploadJob, run: deleteStudentImport })
export const applyInvitationTargetsJobDefinition = defineJob({
  ...applyInvitation,
  run: applyInvitationTargets,
})

export const jobs: Job[] = [
  readStudentListJobDefinition,
  importStudentsJobDefinition,
  deleteStudentListJobDefinition,
  applyInvitationTargetsJobDefinition,
]
