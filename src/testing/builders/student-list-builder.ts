import { mailInvitations, mailMagicLink, mailRegistrationLink } from '#accounts/jobs.ts'
import * as contract from '#bulk-upload/contract.ts'
import { reading, taking } from '#bulk-upload/jobs.ts'
import type { Input } from '#platform/contract/route.ts'
import { aFile } from './files.ts'
import { runJob, runWaiting } from './queue.ts'
import type { Person, SchoolStory } from './school-builder.ts'

type Wishes = Omit<Input<typeof contract.uploadStudents>, 'upload_id'>

/** Sends a list of students in and has it read; without `dry_run: false` it waits then. */
export async function aList(
  school: SchoolStory,
  admin: Person,
  list: string | Uint8Array,
  wishes: Wishes = {},
) {
  const bytes = typeof list === 'string' ? Buffer.from(list) : list
  const file = await aFile(admin, school.host, bytes, { purpose: 'student_list', file_name: 'list.csv' })
  const { upload_id } = file
  const { job_id } = await admin.api(contract.uploadStudents, { upload_id, dry_run: true, ...wishes })
  await runJob(school, reading, { job_id })
  return admin.api(contract.showStudentUpload, { job_id })
}

/** Works a list through as the queue would, step by step. */
export async function workThrough(school: SchoolStory, admin: Person, job_id: string) {
  for (;;) {
    await runJob(school, taking, { job_id })
    const shown = await admin.api(contract.showStudentUpload, { job_id })
    if (shown.state !== 'running') return shown
  }
}

/** All of it: read, started with these wishes, worked through. */
export async function aTakenList(
  school: SchoolStory,
  admin: Person,
  list: string | Uint8Array,
  wishes: Omit<Wishes, 'dry_run'> = {},
) {
  const { job_id } = await aList(school, admin, list)
  await admin.api(contract.startStudentUpload, { job_id, ...wishes })
  return workThrough(school, admin, job_id)
}

/** Lines at fault, as line and code. */
export async function faultsOf(admin: Person, job_id: string) {
  const { data } = await admin.api(contract.listUploadLines, { job_id, verdict: 'fault', limit: 100 })
  return data.map(({ line, code }) => [line, code])
}

/** Mails some of the invitations that wait for it. */
export const mailInvited = (school: SchoolStory) => runJob(school, mailInvitations, {})

/** Mails the links that were asked for to log in. */
export const mailMagicLinks = (school: SchoolStory) => runWaiting(school, mailMagicLink)

/** The token of the registration link that was mailed last. */
export async function registrationToken(school: SchoolStory) {
  await runWaiting(school, mailRegistrationLink)
  const { text } = await school.inside(({ tx, school_id }) =>
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
