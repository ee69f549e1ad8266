import type { Account } from '../core/account.ts'
import { netOf } from '../core/settlements.ts'
import type { SandboxSettlement, SandboxSettlementEntry } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { type Expansion, expansionOf, none } from './expansion.ts'
import { listReply } from './lists.ts'
import { chargeOf, disputeOf, refundOf } from './objects.ts'
import { failure } from './replies.ts'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
const statuses: Record<SandboxSettlement['status'], string> = {
  pending: 'in_transit',
  paid: 'paid',
  failed: 'failed',
}

/** An automatic payout; only these list their transactions. */
const payoutOf = ({ keys }: Account, settlement: SandboxSettlement) => ({
  id: settlement.id,
  object: 'payout',
  amount: netOf(settlement),
  arrival_date: seconds(settlement.paid),
  automatic: true,
  balance_transaction: `txn_${settlement.id}`,
  created: seconds(settlement.created),
  currency: settlement.currency,
  failure_code: settlement.status === 'failed' ? 'account_closed' : null,
  livemode: keys.mode === 'live',
  metadata: {},
  method: 'standard',
  reconciliation_status: settlement.status === 'paid' ? 'completed' : 'in_progress',
  status: statuses[settlement.status],
  type: 'bank_account',
})

function listPayouts({ account, query }: SandboxRequest): SandboxReply {
  const rows = account.store.settlements.list().map((settlement) => payoutOf(account, settlement))
  return listReply('/v1/payouts', rows, query)
}

const types = { payment: 'charge', refund: 'refund', dispute: 'adjustment' } as const

function sourceOf(account: Account, { kind, source_id }: SandboxSettlementEntry) {
  const { payments, refunds, disputes } = account.store
  if (kind === 'payment') return chargeOf(account, payments.get(source_id)!, none)
  if (kind === 'refund') return refundOf(account, refunds.get(source_id)!)
  return disputeOf(account, disputes.get(source_id)!, none)
}

function entryOf(account: Account, entry: SandboxSettlementEntry, { currency, expansion }: EntryOptions) {
  const { id, kind, source_id, amount, fee, created } = entry
  const source = kind === 'payment' ? id : source_id
  return {
    id: kind === 'payment' ? id.replace('ch_', 'txn_') : `txn_${id}`,
    object: 'balance_transaction',
    amount,
    currency,
    fee,
    net: amount - fee,
    created: seconds(created),
    reporting_category: types[kind],
    source: expansion.reference('source', source, () => sourceOf(account, entry)),
    status: 'available',
    type: types[kind],
  }
}

interface EntryOptions {
  currency: string
  expansion: Expansion
}

/** The transactions of a payout: the movement of the payout itself is one of them. */
function listBalanceTransactions({ account, query }: SandboxRequest): SandboxReply {
  const id = query.get('payout')
  const settlement = id === null ? undefined : account.store.settlements.get(id)
  if (!settlement)
    return failure(400, { code: 'resource_missing', message: `No such payout: '${id}'`, param: 'payout' })
  const expansion = expansionOf(query).below('data')
  const { currency, created } = settlement
  const amount = -netOf(settlement)
  const rows = [
    ...settlement.entries.map((entry) => entryOf(account, entry, { currency, expansion })),
    {
      id: `txn_${settlement.id}`,
      object: 'balance_transaction',
      amount,
      currency,
      fee: 0,
      net: amount,
      created: seconds(created),
      reporting_category: 'payout',
      source: settlement.id,
      status: 'available',
      type: 'payout',
    },
  ]
  return listReply('/v1/balance_transactions', rows, query)
}

export const payoutRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/payouts', handle: listPayouts },
  { method: 'GET', path: '/v1/balance_transactions', handle: listBalanceTransactions },
]
