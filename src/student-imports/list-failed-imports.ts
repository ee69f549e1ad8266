import type { Ctx } from '#tenancy/context/request-context.ts'

const recentMs = 7 * 86_400_000

/** Returns up to `limit` imports that failed within a week, newest first. */
export const listFailedImports = ({ tx, school_id, now }: Ctx, limit: number) =>
  tx
    .selectFrom('student_imports')
    .where('school_id', '=', school_id)
    .where('state', '=', 'failed')
    .where('created_at', '>', new Date(now.getTime() - recentMs))
    .select(['id', 'file_name', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
