import {
  mailInvitationsJobDefinition,
  mailMagicLinkJobDefinition,
  mailRegistrationLinkJobDefinition,
} from '#accounts/jobs.ts'
import * as contract from '#student-imports/contract.ts'
import { readStudentListJobDefinition, importStudentsJobDefinition } from '#student-imports/jobs.ts'
import type { Input } from '#platform/contract/route.ts'
import { createTestUpload } from './files.ts'
import { runJob, runQueuedJobs } from './queue.ts'
import type { TestUser, TestSchool } from './school-builder.ts'

type Wishes = Omit<Input<typeof contract.createStudentImport>, 'upload_id'>

/** Uploads a list of students and reads it; waits for the start unless `dry_run: false`. */
export async function uploadTestList(
  school: TestSchool,
  admin: TestUser,
  { list, ...options }: Wishes & { list: string | Uint8Array },
) {
  const bytes = typeof list === 'string' ? Buffer.from(list) : list
  const file = await createTestUpload(admin, bytes, {
    host: school.host,
    purpose: 'student_list',
    file_name: 'list.csv',
  })
  const { upload_id } = file
  const { job_id } = await admin.api(contract.createStudentImport, { upload_id, dry_run: true, ...options })
  await runJob(school, readStudentListJobDefinition, { job_id })
  return admin.api(contract.getStudentImport, { job_id })
}

/** Runs the steps of an import like the queue. */
export async function processList(school: TestSchool, admin: TestUser, job_id: string) {
  for (;;) {
    await runJob(school, importStudentsJobDefinition, { job_id })
    const shown = await admin.api(contract.getStudentImport, { job_id })
    if (shown.state !== 'running') return shown
  }
}

/** Reads a list, starts it with these options and runs it. */
export async function anImportedList(
  school: TestSchool,
  admin: TestUser,
  { list, ...options }: Omit<Wishes, 'dry_run'> & { list: string | Uint8Array },
) {
  const { job_id } = await uploadTestList(school, admin, { list })
  await admin.api(contract.startStudentImport, { job_id, ...options })
  return processList(school, admin, job_id)
}

/** Invalid lines with number and code. */
export async function lineErrorsOf(admin: TestUser, job_id: string) {
  const { data } = await admin.api(contract.listImportLines, { job_id, status: 'invalid', limit: 100 })
  return data.map(({ line, code }) => [line, code])
}

/** Mails some of the waiting invitations. */
export const runInvitationMails = (school: TestSchool) => runJob(school, mailInvitationsJobDefinition, {})

/** Mails the requested login links. */
export const runMagicLinkMails = (school: TestSchool) => runQueuedJobs(school, mailMagicLinkJobDefinition)

/** The token of the newest registration link. */
export async function readRegistrationToken(school: TestSchool) {
  await runQueuedJobs(school, mailRegistrationLinkJobDefinition)
  const { text } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'registration_link')
      .orderBy('created_at', 'desc')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  return new URL(/http\S+magic-link\S+/.exec(text)![0]).searchParams.get('token')!
}
