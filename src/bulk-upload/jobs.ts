import { placeInvited } from '#accounts/index.ts'
import { defineJob, type Job } from '#platform/jobs.ts'
import { endParked } from './carry-on.ts'
import { forgetLater, readLater, takeLater } from './job-handles.ts'
import { placeAccepted } from './places.ts'
import { readList } from './read-list.ts'
import { takeStudents } from './take-students.ts'
import { forgetStudentUpload } from './upload-students.ts'

export const reading = defineJob({ ...readLater, transaction: 'own', run: readList, parked: endParked })
export const taking = defineJob({ ...takeLater, transaction: 'own', run: takeStudents, parked: endParked })
export const forgetting = defineJob({ ...forgetLater, run: forgetStudentUpload })
export const placing = defineJob({ ...placeInvited, run: placeAccepted })

export const jobs: Job[] = [reading, taking, forgetting, placing]
