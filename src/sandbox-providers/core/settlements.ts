import type { Account } from './account.ts'
import { disputeFees } from './dispute-fees.ts'
import type {
  SandboxDispute,
  SandboxPayment,
  SandboxRefund,
  SandboxSettlement,
  SandboxSettlementEntry,
} from './store.ts'

export interface NewSettlements {
  status?: SandboxSettlement['status']
  /** References of the payments; all that were not settled if left out. */
  references?: readonly string[]
}

/**
 * Pays out what was not paid out before, one settlement for each currency. Payments of a settlement that failed are
 * paid out again.
 */
export function createSettlements(account: Account, { status = 'paid', references }: NewSettlements = {}) {
  const settled = new Set(
    account.store.settlements
      .list()
      .filter((settlement) => settlement.status !== 'failed')
      .flatMap(({ entries }) => entries.map(({ id }) => id)),
  )
  const payments = new Map(
    account.store.payments
      .list()
      .filter((payment) => isIncluded(payment, references))
      .map((payment) => [payment.id, payment]),
  )
  const paid = [...payments.values()].map((payment) => ({
    currency: payment.currency,
    entry: paymentEntry(payment),
  }))
  const open = [...paid, ...takenFrom(account, payments)].filter(({ entry }) => !settled.has(entry.id))
  const currencies = [...new Set(open.map(({ currency }) => currency))]
  return currencies.map((currency) =>
    store(account, {
      currency,
      status,
      entries: open.filter((one) => one.currency === currency).map(({ entry }) => entry),
    }),
  )
}

const isIncluded = (payment: SandboxPayment, references: readonly string[] | undefined) =>
  payment.status === 'succeeded' &&
  (references === undefined || references.includes(payment.requested_reference))

const paymentEntry = ({
  id,
  charge_id,
  amount,
  fee,
  paid,
  created,
}: SandboxPayment): SandboxSettlementEntry => ({
  id: charge_id,
  kind: 'payment',
  source_id: id,
  amount,
  fee: fee ?? 0,
  created: paid ?? created,
})

/** Refunds and disputes of these payments. */
function takenFrom({ store, wire }: Account, payments: ReadonlyMap<string, SandboxPayment>) {
  const refunds = store.refunds.list().filter(({ status }) => status === 'succeeded')
  const disputes = store.disputes.list().filter(({ status }) => wire.lists_deductions || status === 'lost')
  const entriesOf = (rows: readonly (SandboxRefund | SandboxDispute)[], kind: 'refund' | 'dispute') =>
    rows.flatMap(({ id, payment_id, amount, created }) => {
      const payment = payments.get(payment_id)
      if (!payment) return []
      const fee = kind === 'dispute' ? disputeFees[wire.name] : 0
      const entry: SandboxSettlementEntry = { id, kind, source_id: id, amount: -amount, fee, created }
      return [{ currency: payment.currency, entry }]
    })
  return [...entriesOf(refunds, 'refund'), ...entriesOf(disputes, 'dispute')]
}

type NewSettlement = Pick<SandboxSettlement, 'currency' | 'status'> & {
  entries: readonly SandboxSettlementEntry[]
}

function store({ store: { settlements }, wire, now }: Account, { currency, status, entries }: NewSettlement) {
  const time = now()
  const sum = (kind: SandboxSettlementEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total - amount, 0)
  const settlement: SandboxSettlement = {
    id: wire.newId('settlement'),
    currency,
    status,
    entries,
    refunded: wire.lists_deductions ? 0 : sum('refund'),
    disputed: wire.lists_deductions ? 0 : sum('dispute'),
    paid: time,
    created: time,
  }
  settlements.set(settlement.id, settlement)
  return settlement.id
}

/** Gross and fees of the entries that are listed. */
export function totalsOf(settlement: SandboxSettlement) {
  const listed = listedEntries(settlement)
  return {
    gross: listed.reduce((sum, { amount }) => sum + amount, 0),
    fees: listed.reduce((sum, { fee }) => sum + fee, 0),
  }
}

/** Entries that the provider lists: all, or payments only where the sums of the others are subtracted. */
export const listedEntries = ({ entries, refunded, disputed }: SandboxSettlement) =>
  refunded + disputed > 0 ? entries.filter(({ kind }) => kind === 'payment') : entries

/** What the bank account gets. */
export function netOf(settlement: SandboxSettlement): number {
  const { gross, fees } = totalsOf(settlement)
  return settlement.net ?? gross - fees - settlement.refunded - settlement.disputed
}
