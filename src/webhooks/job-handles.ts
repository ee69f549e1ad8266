import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Sends the due deliveries of an endpoint. */
export const deliverWebhooksJob: JobHandle<{ endpoint_id: string }> = { name: 'deliverWebhooks' }
