import type { JobHandle } from '#tenancy/context/request-context.ts'

export const readLater: JobHandle<{ job_id: string }> = { name: 'readStudentList' }
export const takeLater: JobHandle<{ job_id: string }> = { name: 'takeStudents' }
export const forgetLater: JobHandle<{ job_id: string }> = { name: 'forgetStudentList' }
