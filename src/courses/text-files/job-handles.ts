import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const deleteUnusedTextFilesJob: JobHandle<{ content_id: string }> = { name: 'deleteUnusedTextFiles' }
export const deleteUnusedUploadJob: JobHandle<{ upload_id: string }> = { name: 'deleteUnusedUpload' }
