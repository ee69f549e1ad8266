import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { applyRegradeBatch } from './apply-batch.ts'
import { computeRegradeBatch, type ComputedBatch, type Position } from './compute-regrade.ts'
import { countChanges } from './list-regrades.ts'
import { updateRegrade } from './queries.ts'

/** Computes the rows of a regrade in transactions of 100 attempts. Returns how many marks of people stay. */
async function computeAll(ctx: CtxWithoutTx, batch: { regrade_id: string; only_recent: boolean }) {
  let after: Position | null = null
  let manual = 0
  do {
    const from: Position | null = after
    const done: ComputedBatch = await ctx.transact((within) =>
      computeRegradeBatch(within, { ...batch, after: from }),
    )
    after = done.after
    manual += done.manual_count
  } while (after)
  return manual
}

/** Computes the preview of a regrade. Safe to repeat. */
export async function computeRegrade(ctx: CtxWithoutTx, { regrade_id }: { regrade_id: string }) {
  const manual_count = await computeAll(ctx, { regrade_id, only_recent: false })
  await ctx.transact(async (within) => {
    const { preview } = await countChanges(within, regrade_id)
    await updateRegrade(within, regrade_id)
      .where('state', '=', 'computing')
      .set({ ...preview, manual_count, state: 'ready' })
      .execute()
  })
}

/** Applies a regrade, also to attempts that were graded after its preview. Safe to repeat: each mark is added once. */
export async function applyRegrade(ctx: CtxWithoutTx, { regrade_id }: { regrade_id: string }) {
  await computeAll(ctx, { regrade_id, only_recent: true })
  let after: string | null = null
  do {
    const from: string | null = after
    after = await ctx.transact((within) => applyRegradeBatch(within, { regrade_id, after: from }))
  } while (after)
  await ctx.transact(async (within) => {
    const { preview, outcome } = await countChanges(within, regrade_id)
    await updateRegrade(within, regrade_id)
      .where('state', '=', 'applying')
      .set({ ...preview, ...outcome, state: 'applied' })
      .execute()
  })
}
