import type { Ctx } from '#tenancy/context/request-context.ts'
import type { SettlementEntry } from '../providers/provider.ts'

/** The payment, refund or dispute of ours that an entry is about. */
export interface Subject {
  entry: SettlementEntry
  order_id: string
  payment_id: string
  refund_id: string | null
  dispute_id: string | null
  currency: string
  /** What the ledger expects: a payment without its fee, a refund; null where only the provider says it. */
  expected: number | null
  /** The payment's amount; its fee is null while unknown. */
  amount: number
  fee: number | null
  is_quarantined: boolean
  /** The settlement that it was part of before. */
  settled_by: string | null
}

const idsOf = (entries: readonly SettlementEntry[], kind: SettlementEntry['kind']) =>
  entries.filter((entry) => entry.kind === kind).map(({ transaction_id }) => transaction_id)

/** Finds what entries are about, and locks their orders: payments and refunds change under this lock only. */
export async function findSubjects(
  ctx: Ctx,
  provider: string,
  entries: readonly SettlementEntry[],
): Promise<Subject[]> {
  const find = () => selectAll(ctx, provider, entries)
  const order_ids = [...new Set((await find()).map(({ order_id }) => order_id))].sort()
  if (order_ids.length === 0) return []
  await ctx.tx
    .selectFrom('orders')
    .where('school_id', '=', ctx.school_id)
    .where('id', 'in', order_ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return find()
}

async function selectAll(ctx: Ctx, provider: string, entries: readonly SettlementEntry[]) {
  const rows = [
    ...(await selectPayments(ctx, provider, idsOf(entries, 'payment'))),
    ...(await selectRefunds(ctx, provider, idsOf(entries, 'refund'))),
    ...(await selectDisputes(ctx, provider, idsOf(entries, 'dispute'))),
  ]
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.transaction_id}`, row]))
  return entries.flatMap((entry): Subject[] => {
    const row = byKey.get(`${entry.kind} ${entry.transaction_id}`)
    if (!row) return []
    const { quarantine_reason, ...subject } = row
    return [{ ...subject, entry, is_quarantined: quarantine_reason !== null }]
  })
}

async function selectPayments({ tx, school_id }: Ctx, provider: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('payments')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('transaction_id', 'in', [...ids])
    .select(['id as payment_id', 'order_id', 'transaction_id', 'amount', 'currency', 'fee'])
    .select(['quarantine_reason', 'provider_settlement_id as settled_by'])
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: 'payment' as const,
    refund_id: null,
    dispute_id: null,
    expected: row.fee === null ? null : row.amount - row.fee,
  }))
}

async function selectRefunds({ tx, school_id }: Ctx, provider: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'r.school_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .where('r.school_id', '=', school_id)
    .where('r.provider', '=', provider)
    .where('r.provider_refund_id', 'in', [...ids])
    .select(['r.id as refund_id', 'r.payment_id', 'r.order_id', 'r.provider_refund_id', 'r.amount'])
    .select(['r.currency', 'p.quarantine_reason', 'r.provider_settlement_id as settled_by'])
    .execute()
  return rows.map(({ provider_refund_id, ...row }) => ({
    ...row,
    kind: 'refund' as const,
    transaction_id: provider_refund_id!,
    dispute_id: null,
    expected: -row.amount,
    fee: 0,
  }))
}

/** A dispute has several movements: the withdrawal, and its return after it was won. */
async function selectDisputes({ tx, school_id }: Ctx, provider: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('disputes as d')
    .innerJoin('payments as p', (on) =>
      on.onRef('p.school_id', '=', 'd.school_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .where('d.school_id', '=', school_id)
    .where('d.provider', '=', provider)
    .where('d.provider_dispute_id', 'in', [...ids])
    .select(['d.id as dispute_id', 'd.payment_id', 'd.order_id', 'd.provider_dispute_id', 'd.amount'])
    .select(['d.currency', 'p.quarantine_reason'])
    .execute()
  return rows.map(({ provider_dispute_id, ...row }) => ({
    ...row,
    kind: 'dispute' as const,
    transaction_id: provider_dispute_id,
    refund_id: null,
    expected: null,
    fee: 0,
    settled_by: null,
  }))
}
