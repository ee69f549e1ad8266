import type { Ctx } from '#tenancy/context/request-context.ts'

/** Returns the webhooks that the product disabled after failures. A school has at most 20 webhooks. */
export const listDisabledEndpoints = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('webhook_endpoints')
    .where('school_id', '=', school_id)
    .where('state', '=', 'disabled')
    .select(['id', 'url', 'failing_since', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
