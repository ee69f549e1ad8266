import { defineJob, type Job } from '#tenancy/jobs/define-job.ts'
import { endParked } from './resumable-job.ts'
import { expireExport, runExport, runImport } from './job-handles.ts'
import { endExport, writeExport } from './exports/run-export.ts'
import { readImport } from './imports/run-import.ts'

export const exporting = defineJob({
  ...runExport,
  transaction: 'own',
  run: writeExport,
  parked: (ctx, { export_id }) => endParked(ctx, 'course_exports', export_id),
})
export const importing = defineJob({
  ...runImport,
  transaction: 'own',
  run: readImport,
  parked: (ctx, { import_id }) => endParked(ctx, 'course_imports', import_id),
})
export const expiring = defineJob({ ...expireExport, run: endExport })

export const jobs: Job[] = [exporting, importing, expiring]
