import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'

/** Deletes permanently. Screens offer undo before they call this. */
export async function deleteNote(ctx: Ctx, { id }: Input<typeof contract.deleteNote>) {
  const { tx, school_id, actor } = ctx
  const deleted = await tx
    .deleteFrom('notes')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  ensureFound(deleted)
  return okReply
}
