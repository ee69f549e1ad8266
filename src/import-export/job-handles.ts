import type { JobHandle } from '#tenancy/context/request-context.ts'

export const runExport: JobHandle<{ export_id: string }> = { name: 'exportCourse' }
export const runImport: JobHandle<{ import_id: string }> = { name: 'importCourse' }
export const expireExport: JobHandle<{ export_id: string }> = { name: 'expireCourseExport' }
