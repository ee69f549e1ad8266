import type { JobHandle } from '#tenancy/context/request-context.ts'

export const sweepUploadOf: JobHandle<{ upload_id: string }> = { name: 'sweepUpload' }
export const expireReservationOf: JobHandle<{ upload_id: string }> = { name: 'expireReservation' }

export const expiryKey = (upload_id: string) => `expire-reservation/${upload_id}`
