import type { JobHandle } from '#tenancy/context/request-context.ts'

export const writeSchoolArchive: JobHandle<object> = { name: 'writeSchoolArchive' }
/** Runs for the platform: the school that it erases is nobody's any more. */
export const eraseClosedSchool: JobHandle<{ closed_school_id: string }> = { name: 'eraseClosedSchool' }

export const archiveKey = 'school-archive'
export const erasureKey = (school_id: string) => `erase-school/${school_id}`
