import type { Ctx } from '#tenancy/context/request-context.ts'

/** Removes the person from the rows; the counts stay. */
export const anonymizeUsage =
  (table: 'visits' | 'usage_events') =>
  ({ tx, school_id }: Ctx, { id }: { id: string }) =>
    tx
      .updateTable(table)
      .set({ user_id: null })
      .where('school_id', '=', school_id)
      .where('user_id', '=', id)
      .execute()
