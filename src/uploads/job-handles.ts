import type { JobHandle } from '#tenancy/context/request-context.ts'

export const sweepUploadJob: JobHandle<{ upload_id: string }> = { name: 'sweepUpload' }
export const expireReservationJob: JobHandle<{ upload_id: string }> = { name: 'expireReservation' }

export const reservationExpiryJobKey = (upload_id: string) => `expire-reservation/${upload_id}`
