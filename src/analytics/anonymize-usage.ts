import type { Ctx } from '#tenancy/context/request-context.ts'

/** The rows stay as figures; nobody can tell any more whose they were. */
export const anonymizeUsage =
  (table: 'visits' | 'usage_events') =>
  ({ tx, school_id }: Ctx, { id }: { id: string }) =>
    tx
      .updateTable(table)
      .set({ user_id: null })
      .where('school_id', '=', school_id)
      .where('user_id', '=', id)
      .execute()
