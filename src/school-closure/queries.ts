import type { Selectable } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { SchoolClosings } from '#platform/database/database-types.ts'

export type ClosingRow = Selectable<SchoolClosings>

export const selectClosing = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx.selectFrom('school_closings').where('school_id', '=', school_id).selectAll().executeTakeFirst()

/** The same, locked until commit. */
export const lockClosing = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('school_closings')
    .where('school_id', '=', school_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** Closings within their grace period, or with unfinished erasure. */
export const listOpenClosings = ({ db }: Pick<CtxWithoutTx, 'db'>) =>
  db
    .selectFrom('school_closings')
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .orderBy('school_id')
    .selectAll()
    .execute()
