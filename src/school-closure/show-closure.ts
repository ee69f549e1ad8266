import { inOwnedSchool } from '#accounts/index.ts'
import { originOf } from '#platform/config/config.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { mediaUrl } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { closingOf, type ClosingRow } from './queries.ts'

type View = NonNullable<Reply<typeof contract.showClosing>['closing']>

export async function showClosing(
  ctx: OwnCtx,
  { school_id }: Input<typeof contract.showClosing>,
): Promise<Reply<typeof contract.showClosing>> {
  return inOwnedSchool(ctx, school_id, async (inside, owner) => {
    const row = await closingOf(inside)
    return {
      school_url: inside.school!.school_url,
      grace_days: ctx.config.closing.graceDays,
      closing: row ? closingView(inside, row, owner.id) : null,
    }
  })
}

export function closingView(ctx: Ctx, row: ClosingRow, owner_id: string): View {
  const { begun_at, erase_at, reason } = row
  return { begun_at, erase_at, reason, archive: archiveView(ctx, row, owner_id) }
}

/** The link is on the school's own host, of this owner, and ends with his or her ownership. */
export function archiveView(ctx: Ctx, row: ClosingRow, owner_id: string): View['archive'] {
  const { config, school } = ctx
  const { archive_upload_id, archive_size, archive_asked_at } = row
  const state = row.archive_state as View['archive']['state']
  const isDone = state === 'done' && archive_upload_id !== null
  const reader = { user_id: owner_id, file_name: archiveName(ctx) }
  return {
    state,
    asked_at: archive_asked_at,
    size: isDone ? archive_size : null,
    url: isDone ? `${originOf(config, school!.host)}${mediaUrl(ctx, archive_upload_id, reader)}` : null,
  }
}

export const archiveName = ({ school, now }: Pick<Ctx, 'school' | 'now'>) =>
  `${school!.school_url}-${now.toISOString().slice(0, 10)}.zip`
