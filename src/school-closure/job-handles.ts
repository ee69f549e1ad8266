import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const writeSchoolArchiveJob: JobHandle<object> = { name: 'writeSchoolArchive' }
/** Runs for the platform, because the school is deleted while it runs. */
export const eraseClosedSchoolJob: JobHandle<{ closed_school_id: string }> = { name: 'eraseClosedSchool' }

export const archiveJobKey = 'school-archive'
export const erasureJobKey = (school_id: string) => `erase-school/${school_id}`
