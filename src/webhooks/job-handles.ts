import type { JobHandle } from '#platform/context.ts'

/** Delivers what an endpoint is due. */
export const deliverWebhooks: JobHandle<{ endpoint_id: string }> = { name: 'deliverWebhooks' }
