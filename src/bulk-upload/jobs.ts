import { placeInvited } from '#accounts/index.ts'
import { defineJob, type Job } from '#tenancy/jobs/define-job.ts'
import { endParked } from './resumable-job.ts'
import { forgetLater, readLater, takeLater } from './job-handles.ts'
import { placeAccepted } from './importing/placements.ts'
import { readList } from './reading/read-list.ts'
import { takeStudents } from './importing/import-students.ts'
import { forgetStudentUpload } from './upload-students.ts'

export const reading = defineJob({ ...readLater, transaction: 'own', run: readList, parked: endParked })
export const taking = defineJob({ ...takeLater, transaction: 'own', run: takeStudents, parked: endParked })
export const forgetting = defineJob({ ...forgetLater, run: forgetStudentUpload })
export const placing = defineJob({ ...placeInvited, run: placeAccepted })

export const jobs: Job[] = [reading, taking, forgetting, placing]
