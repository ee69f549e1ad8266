import type { JobHandle } from '#tenancy/context/request-context.ts'

export const readListJob: JobHandle<{ job_id: string }> = { name: 'readStudentList' }
export const importStudentsJob: JobHandle<{ job_id: string }> = { name: 'takeStudents' }
export const deleteUploadJob: JobHandle<{ job_id: string }> = { name: 'forgetStudentList' }
