import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Delivers what an endpoint is due. */
export const deliverWebhooksJob: JobHandle<{ endpoint_id: string }> = { name: 'deliverWebhooks' }
