import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const exportCourseJob: JobHandle<{ export_id: string }> = { name: 'exportCourse' }
export const importCourseJob: JobHandle<{ import_id: string }> = { name: 'importCourse' }
export const expireExportJob: JobHandle<{ export_id: string }> = { name: 'expireCourseExport' }
