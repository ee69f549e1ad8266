import type { JobHandle } from '#platform/context.ts'

export const writeDataExport: JobHandle<{ export_id: string }> = { name: 'writeDataExport' }
export const expireDataExport: JobHandle<{ export_id: string }> = { name: 'expireDataExport' }
export const erasePersonLater: JobHandle<{ user_id: string }> = { name: 'erasePerson' }

export const erasureKey = (user_id: string) => `erase-person/${user_id}`
