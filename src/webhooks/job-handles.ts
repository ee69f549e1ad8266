import type { JobHandle } from '#tenancy/context/request-context.ts'

/** Delivers what an endpoint is due. */
export const deliverWebhooksJob: JobHandle<{ endpoint_id: string }> = { name: 'deliverWebhooks' }
