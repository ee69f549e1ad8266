import type { JobHandle } from '#tenancy/context/request-context.ts'

export const readListJob: JobHandle<{ job_id: string }> = { name: 'readStudentList' }
export const importStudentsJob: JobHandle<{ job_id: string }> = { name: 'importStudents' }
export const deleteUploadJob: JobHandle<{ job_id: string }> = { name: 'deleteStudentImport' }
