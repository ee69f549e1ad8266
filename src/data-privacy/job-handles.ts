import type { Ctx } from '#tenancy/context/request-context.ts'
import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const writeDataExportJob: JobHandle<{ export_id: string }> = { name: 'writeDataExport' }
export const expireDataExportJob: JobHandle<{ export_id: string }> = { name: 'expireDataExport' }
export const erasePersonJob: JobHandle<{ user_id: string }> = { name: 'erasePerson' }

export const erasureJobKey = (user_id: string) => `erase-person/${user_id}`

/** Enqueues the erasure of a person whose date has passed. */
export const enqueueErasePerson = (ctx: Ctx, user_id: string) =>
  ctx.enqueue(erasePersonJob, { user_id }, { job_key: erasureJobKey(user_id) })
