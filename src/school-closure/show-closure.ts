import { withOwnedSchool } from '#accounts/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { mediaUrl } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { selectClosing, type ClosingRow } from './queries.ts'

type View = NonNullable<Reply<typeof contract.getClosing>['closing']>

export async function showClosure(
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.getClosing>,
): Promise<Reply<typeof contract.getClosing>> {
  return withOwnedSchool(ctx, school_id, async (txCtx, owner) => {
    const row = await selectClosing(txCtx)
    return {
      school_url: txCtx.school!.school_url,
      grace_days: ctx.config.closing.graceDays,
      closing: row ? closingView(txCtx, row, owner.id) : null,
    }
  })
}

export function closingView(ctx: Ctx, row: ClosingRow, owner_id: string): View {
  const { started_at, erase_at, reason } = row
  return { started_at, erase_at, reason, archive: archiveView(ctx, row, owner_id) }
}

/** The link uses the school's host, is bound to this owner, and expires with the ownership. */
export function archiveView(ctx: Ctx, row: ClosingRow, owner_id: string): View['archive'] {
  const { config, school } = ctx
  const { archive_upload_id, archive_size, archive_requested_at } = row
  const state = row.archive_state as View['archive']['state']
  const isDone = state === 'done' && archive_upload_id !== null
  const reader = { user_id: owner_id, file_name: archiveFileName(ctx) }
  return {
    state,
    requested_at: archive_requested_at,
    size: isDone ? archive_size : null,
    url: isDone ? `${originFor(config, school!.host)}${mediaUrl(ctx, archive_upload_id, reader)}` : null,
  }
}

export const archiveFileName = ({ school, now }: Pick<Ctx, 'school' | 'now'>) =>
  `${school!.school_url}-${now.toISOString().slice(0, 10)}.zip`
