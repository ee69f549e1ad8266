import { listedEntries, netOf, totalsOf } from '../core/settlements.ts'
import type { SandboxSettlement } from '../core/store.ts'
import type { Route, SandboxReply, SandboxRequest } from '../core/wire.ts'
import { toMajorUnits } from './amounts.ts'
import { refusal, success } from './replies.ts'
import { transactionOf } from './objects.ts'
import type { Account } from '../core/account.ts'

const time = (milliseconds: number) => new Date(milliseconds).toISOString()
const statuses: Record<SandboxSettlement['status'], string> = {
  pending: 'pending',
  paid: 'completed',
  failed: 'failed',
}

/** Fields of documentation/settlements.md of Flutterwave/Node-v3. `processed_date` is often null. */
function settlementOf(settlement: SandboxSettlement) {
  const { gross, fees } = totalsOf(settlement)
  const ids = listedEntries(settlement).map(({ source_id }) => Number(source_id))
  return {
    id: Number(settlement.id),
    account_id: 1,
    merchant_name: 'Sandbox school',
    merchant_email: 'school@example.com',
    settlement_account: '0690000031',
    bank_code: '044',
    transaction_date: time(settlement.created),
    due_date: time(settlement.paid),
    processed_date: null,
    status: statuses[settlement.status],
    is_local: true,
    currency: settlement.currency,
    gross_amount: toMajorUnits(gross),
    app_fee: toMajorUnits(fees),
    merchant_fee: 0,
    chargeback: toMajorUnits(settlement.disputed),
    refund: toMajorUnits(settlement.refunded),
    stampduty_charge: 0,
    net_amount: toMajorUnits(netOf(settlement)),
    transaction_count: ids.length,
    processor_ref: null,
    disburse_ref: null,
    disburse_message: null,
    channel: 'web',
    destination: 'account',
    fx_data: null,
    flag_message: null,
    meta: ids,
    refund_meta: [],
    chargeback_meta: [],
    source_bankcode: null,
    created_at: time(settlement.created),
  }
}

const rowsPerPage = 20

function listSettlements({ account, query }: SandboxRequest): SandboxReply {
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? '9999'
  const rows = account.store.settlements
    .list()
    .reverse()
    .map(settlementOf)
    .filter(({ created_at }) => created_at.slice(0, 10) >= from && created_at.slice(0, 10) <= to)
  const page = Number(query.get('page') ?? 1)
  const page_info = {
    total: rows.length,
    current_page: page,
    total_pages: Math.max(1, Math.ceil(rows.length / rowsPerPage)),
    page_size: rowsPerPage,
  }
  return success('Settlements fetched', rows.slice((page - 1) * rowsPerPage, page * rowsPerPage), {
    page_info,
  })
}

/** With its transactions, all on one page. */
function findSettlement({ account, parts }: SandboxRequest): SandboxReply {
  const settlement = account.store.settlements.get(parts[0]!)
  if (!settlement) return refusal(404, 'Settlement not found')
  return success('Settlement fetched', {
    ...settlementOf(settlement),
    transactions: transactionsOf(account, settlement),
  })
}

const transactionsOf = ({ store }: Account, settlement: SandboxSettlement) =>
  listedEntries(settlement).flatMap(({ source_id, amount, fee }) => {
    const payment = store.payments.get(source_id)
    if (!payment) return []
    const { id, tx_ref, flw_ref, customer, currency, payment_type } = transactionOf(payment, {
      withToken: false,
    })
    return [
      {
        customer_email: customer.email,
        flw_ref,
        tx_ref,
        id,
        charged_amount: toMajorUnits(amount),
        app_fee: toMajorUnits(fee),
        merchant_fee: 0,
        stampduty_charge: 0,
        settlement_amount: toMajorUnits(amount - fee),
        status: 'successful',
        payment_entity: payment_type,
        transaction_date: time(payment.paid ?? payment.created).slice(0, 10),
        currency,
        card_locale: 'LOCAL',
        rrn: 'N/A',
        subaccount_settlement: 0,
      },
    ]
  })

export const settlementRoutes: readonly Route[] = [
  { method: 'GET', path: '/settlements', handle: listSettlements },
  { method: 'GET', path: '/settlements/:id', handle: findSettlement },
]
