import type { Ctx, JobHandle } from '#tenancy/context/request-context.ts'

export const writeDataExport: JobHandle<{ export_id: string }> = { name: 'writeDataExport' }
export const expireDataExport: JobHandle<{ export_id: string }> = { name: 'expireDataExport' }
export const erasePersonLater: JobHandle<{ user_id: string }> = { name: 'erasePerson' }

export const erasureKey = (user_id: string) => `erase-person/${user_id}`

/** Enqueues the erasure of a person whose day has come. */
export const erasePersonNow = (ctx: Ctx, user_id: string) =>
  ctx.enqueue(erasePersonLater, { user_id }, { job_key: erasureKey(user_id) })
