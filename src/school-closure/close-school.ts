import { listActiveOwnerIds, withOwnedSchool, verifyOwner } from '#accounts/index.ts'
import { withdrawOffers } from '#ownership/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { auditInSchoolAndPlatform } from '#tenancy/audit/platform-audit-log.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { addressSkeleton, normalizeAddress } from '#schools/index.ts'
import { discardUpload } from '#uploads/index.ts'
import type * as contract from './contract.ts'
import { mailClosingUpdate } from './mails.ts'
import { selectClosing } from './queries.ts'
import { closingView } from './show-closure.ts'

const dayMs = 86_400_000

export async function closeSchool(
  ctx: CtxWithoutTx,
  { school_id, school_url, reason = '', ...proof }: Input<typeof contract.closeSchool>,
): Promise<Reply<typeof contract.closeSchool>> {
  await withOwnedSchool(ctx, school_id, async ({ school }) => {
    if (normalizeAddress(school_url) !== school!.school_url) throw new Refusal('address_mismatch')
  })
  await verifyOwner(ctx, proof)
  return withOwnedSchool(ctx, school_id, async (txCtx, owner) => {
    // Locks the owners first, like a transfer, so that one of the two sees the other.
    await listActiveOwnerIds(txCtx)
    const row = await begin(txCtx, { account_id: ctx.actor.account_id!, reason: reason.trim() })
    // A closing school cannot be transferred.
    await withdrawOffers(txCtx)
    const change = { erase_at: row.erase_at, ...(row.reason && { reason: row.reason }) }
    await auditInSchoolAndPlatform(txCtx, {
      action: 'school.closing_started',
      subject: ['school', school_id],
      change,
    })
    await mailClosingUpdate(txCtx, 'started', row)
    txCtx.invalidateSchool()
    return closingView(txCtx, row, owner.id)
  })
}

interface Beginning {
  account_id: string
  reason: string
}

function begin({ tx, school_id, school, brand, config, now }: Ctx, { account_id, reason }: Beginning) {
  const { school_url, name } = school!
  return tx
    .insertInto('school_closings')
    .values({
      school_id,
      school_url,
      address_skeleton: addressSkeleton(school_url),
      root_domain: brand.key,
      name,
      reason,
      started_by: account_id,
      started_at: now,
      erase_at: new Date(now.getTime() + config.closing.graceDays * dayMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violatedUniqueConstraint(error) ? new Refusal('school_already_closing') : error
    })
}

export async function reopenSchool(
  ctx: CtxWithoutTx,
  { school_id }: Input<typeof contract.cancelClosing>,
): Promise<Reply<typeof contract.cancelClosing>> {
  await withOwnedSchool(ctx, school_id, (txCtx) => cancelClosure(txCtx))
  return okReply
}

/** The row's lock decides between cancelling and erasing; once erasing has begun it cannot be cancelled. */
export async function cancelClosure(ctx: Ctx, reason?: string) {
  const { tx, school_id, now } = ctx
  const row = await tx
    .deleteFrom('school_closings')
    .where('school_id', '=', school_id)
    .where('erasing_at', 'is', null)
    .where('erase_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('school_not_closing')
  if (row.archive_upload_id) await discardUpload(ctx, row.archive_upload_id)
  const change = reason ? { reason } : {}
  await auditInSchoolAndPlatform(ctx, {
    action: 'school.closing_cancelled',
    subject: ['school', school_id],
    change,
  })
  await mailClosingUpdate(ctx, 'cancelled', row)
  ctx.invalidateSchool()
}

export const getClosingOrRefuse = async (ctx: Ctx) => {
  const row = await selectClosing(ctx)
  if (!row || row.erasing_at || row.erase_at <= ctx.now) throw new Refusal('school_not_closing')
  return row
}
