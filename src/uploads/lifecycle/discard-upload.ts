import type { Ctx } from '#tenancy/context/request-context.ts'
import { sweepUploadJob } from '../job-handles.ts'

/** Discards a file: it is unreadable from now on, and a job deletes row and object. Remove references first. */
export async function discardUpload(ctx: Ctx, upload_id: string) {
  const { tx, school_id } = ctx
  await tx
    .updateTable('uploads')
    .set({ status: 'rejected' })
    .where('school_id', '=', school_id)
    .where('id', '=', upload_id)
    .execute()
  await ctx.enqueue(sweepUploadJob, { upload_id }, { job_key: `sweep-upload/${upload_id}` })
}
