import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const readListJob: JobHandle<{ job_id: string }> = { name: 'readStudentList' }
export const importStudentsJob: JobHandle<{ job_id: string }> = { name: 'importStudents' }
export const deleteUploadJob: JobHandle<{ job_id: string }> = { name: 'deleteStudentImport' }
