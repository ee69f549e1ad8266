import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { discardUnusedFiles } from './discard-unused-files.ts'
import { deleteUnusedTextFilesJob, deleteUnusedUploadJob } from './text-files/job-handles.ts'
import { deleteUnusedTextFiles } from './text-files/text-files.ts'

export const removeUnusedTextFiles = defineJob({ ...deleteUnusedTextFilesJob, run: deleteUnusedTextFiles })

/** Deletes an image that was uploaded into a text that nobody saved. */
export const removeUnusedUpload = defineJob({
  ...deleteUnusedUploadJob,
  run: (ctx: Ctx, { upload_id }: { upload_id: string }) => discardUnusedFiles(ctx, upload_id),
})

export const jobs = [removeUnusedTextFiles, removeUnusedUpload]
