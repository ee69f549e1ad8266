import { defineJob, type Job } from '#tenancy/jobs/define-job.ts'
import { failParkedTransfer } from './resumable-job.ts'
import { expireExportJob, exportCourseJob, importCourseJob } from './job-handles.ts'
import { expireCourseExport, runCourseExport } from './exports/run-export.ts'
import { runCourseImport } from './imports/run-import.ts'

export const exportCourseJobDefinition = defineJob({
  ...exportCourseJob,
  transaction: 'own',
  run: runCourseExport,
  parked: (ctx, { export_id }) => failParkedTransfer(ctx, { table: 'course_exports', id: export_id }),
})
export const importCourseJobDefinition = defineJob({
  ...importCourseJob,
  transaction: 'own',
  run: runCourseImport,
  parked: (ctx, { import_id }) => failParkedTransfer(ctx, { table: 'course_imports', id: import_id }),
})
export const expireExportJobDefinition = defineJob({ ...expireExportJob, run: expireCourseExport })

export const jobs: Job[] = [exportCourseJobDefinition, importCourseJobDefinition, expireExportJobDefinition]
