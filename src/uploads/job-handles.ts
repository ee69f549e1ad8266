import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const sweepUploadJob: JobHandle<{ upload_id: string }> = { name: 'sweepUpload' }
export const expireReservationJob: JobHandle<{ upload_id: string }> = { name: 'expireReservation' }

export const reservationExpiryJobKey = (upload_id: string) => `expire-reservation/${upload_id}`
