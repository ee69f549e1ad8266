import { defineJob, type Job } from '#platform/jobs.ts'
import { expireExport, runExport, runImport } from './job-handles.ts'
import { endExport, writeExport } from './run-export.ts'
import { readImport } from './run-import.ts'

export const exporting = defineJob({ ...runExport, transaction: 'own', run: writeExport })
export const importing = defineJob({ ...runImport, transaction: 'own', run: readImport })
export const expiring = defineJob({ ...expireExport, run: endExport })

export const jobs: Job[] = [exporting, importing, expiring]
