import type { Ctx } from '#platform/context.ts'

/** The visits stay as figures; nobody can tell any more whose they were. */
export const forgetVisitor = ({ tx, school_id }: Ctx, user_id: string) =>
  tx
    .updateTable('visits')
    .set({ user_id: null })
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute()
