import type { Account } from '../core/account.ts'
import { netOf, totalsOf } from '../core/settlements.ts'
import type { SandboxSettlement } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { transactionOf } from './objects.ts'
import { page } from './pages.ts'
import { refusal } from './replies.ts'

const time = (milliseconds: number) => new Date(milliseconds).toISOString()
const statuses: Record<SandboxSettlement['status'], string> = {
  pending: 'pending',
  paid: 'success',
  failed: 'failed',
}

/** Fields of paystack.com/docs/api/settlement: `effective_amount` is what the bank account gets. */
function settlementOf({ keys }: Account, settlement: SandboxSettlement) {
  const { gross, fees } = totalsOf(settlement)
  return {
    id: Number(settlement.id),
    domain: keys.mode,
    status: statuses[settlement.status],
    currency: settlement.currency,
    integration: 100_043,
    total_amount: gross - fees,
    effective_amount: netOf(settlement),
    total_fees: fees,
    total_processed: gross,
    deductions: null,
    settlement_date: time(settlement.paid),
    settled_by: null,
    createdAt: time(settlement.created),
    updatedAt: time(settlement.created),
  }
}

function listSettlements({ account, query }: SandboxRequest): SandboxReply {
  const rows = account.store.settlements.list().reverse()
  return page(
    'Settlements retrieved',
    rows.map((row) => settlementOf(account, row)),
    query,
  )
}

/** Payments only: the documentation lists no refunds here. */
function listTransactions({ account, parts, query }: SandboxRequest): SandboxReply {
  const settlement = account.store.settlements.get(parts[0]!)
  if (!settlement) return refusal(404, 'Settlement not found', 'not_found')
  const rows = settlement.entries.flatMap(({ source_id, amount, fee }) => {
    const payment = account.store.payments.get(source_id)
    return payment ? [{ ...transactionOf(payment), amount, requested_amount: amount, fees: fee }] : []
  })
  return page('Settlement transactions retrieved', rows, query)
}

export const settlementRoutes: readonly Route[] = [
  { method: 'GET', path: '/settlement', handle: listSettlements },
  { method: 'GET', path: '/settlement/:id/transactions', handle: listTransactions },
]
