import type { Ctx } from '#tenancy/context/request-context.ts'

/** Returns up to `limit` domains whose DNS check fails, including active ones that will be switched off. */
export const listFailedDomains = ({ tx, school_id }: Ctx, limit: number) =>
  tx
    .selectFrom('custom_domains')
    .where('school_id', '=', school_id)
    .where(({ eb, or }) => or([eb('state', '=', 'failed'), eb('failing_since', 'is not', null)]))
    .select(['id', 'domain', 'failing_since', 'created_at'])
    .orderBy('domain')
    .limit(limit)
    .execute()
