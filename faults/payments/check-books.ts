import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { orderNumber } from '#payments/orders/order-views.ts'
import { providerNames, type PaymentEnvironment } from './payment-environment.ts'
import type { PurchaseLedger } from './buyers.ts'

const receiptNumber = /Thank you for your payment[^]*Order number: (\w+)/

interface Findings {
  lost: number
  doubled: number
  violations: string[]
}

/** Compares what the providers charged, what the product recorded, and what the buyers asked for. */
export async function checkBooks(environment: PaymentEnvironment, ledger: PurchaseLedger): Promise<Findings> {
  const findings: Findings = { lost: 0, doubled: 0, violations: [...ledger.violations] }
  await checkCharges(environment, ledger, findings)
  await checkRows(environment, findings)
  await checkEvents(environment, findings)
  await checkLedger(environment, findings)
  checkReceipts(environment, ledger, findings)
  checkWebhooks(environment, findings)
  return findings
}

/** Charges of the stand-ins: each is one payment of ours, and no order has two. */
async function checkCharges(
  { world, accounts, schools }: PaymentEnvironment,
  ledger: PurchaseLedger,
  findings: Findings,
) {
  const attempts = await world.ask<{ reference: string; order_id: string; payments: number; status: string }>(
    `select a.reference, a.order_id, o.status,
        (select count(*)::int from payments p where p.school_id = a.school_id and p.attempt_id = a.id) as payments
      from payment_attempts a join orders o on o.school_id = a.school_id and o.id = a.order_id
      where a.school_id = any($1)`,
    [schools.map(({ school_id }) => school_id)],
  )
  const byReference = new Map(attempts.map((attempt) => [attempt.reference, attempt]))
  const chargesOfOrder = new Map<string, number>()
  for (const name of providerNames)
    for (const { status, requested_reference } of accounts[name].payments()) {
      if (status !== 'succeeded') continue
      const attempt = byReference.get(requested_reference)
      if (attempt?.payments !== 1) findings.lost += 1
      const order_id = attempt?.order_id ?? requested_reference
      chargesOfOrder.set(order_id, (chargesOfOrder.get(order_id) ?? 0) + 1)
    }
  findings.doubled += [...chargesOfOrder.values()].filter((count) => count > 1).length
  const statuses = new Map(attempts.map(({ order_id, status }) => [order_id, status]))
  for (const { order_id, is_refunded } of ledger.purchases) {
    const expected = is_refunded ? 'refunded' : 'paid'
    const status = order_id === null ? 'no order' : statuses.get(order_id)
    if (status !== expected) findings.violations.push(`an order is ${status} instead of ${expected}`)
  }
}

/** Rows that must not exist. */
async function checkRows({ world, schools }: PaymentEnvironment, findings: Findings) {
  const ids = schools.map(({ school_id }) => school_id)
  const count = async (text: string) => (await world.ask<{ count: number }>(text, [ids]))[0]!.count
  findings.doubled += await count(`select count(*)::int as count from (select from entitlements
    where school_id = any($1) group by school_id, user_id, course_id having count(*) > 1) d`)
  const forbidden = {
    'entitlements do not fit their order': `select count(*)::int as count from orders o
      join order_lines l on l.school_id = o.school_id and l.order_id = o.id
      left join entitlements e on e.school_id = l.school_id and e.line_id = l.id
      where o.school_id = any($1) and o.status in ('paid', 'refunded')
        and (e.line_id is null or (e.revoked_at is not null) <> (o.status = 'refunded'))`,
    'refunds exceed their payment': `select count(*)::int as count from payments p where school_id = any($1) and p.amount <
      (select sum(amount) from refunds r where r.school_id = p.school_id and r.payment_id = p.id and r.state <> 'failed')`,
  }
  for (const [what, text] of Object.entries(forbidden)) {
    const found = await count(text)
    if (found > 0) findings.violations.push(`${found} ${what}`)
  }
}

/** Webhooks that were stored, with the reason why they are not handled. */
async function checkEvents({ world, schools }: PaymentEnvironment, findings: Findings) {
  const events = await world.ask<{ event: string }>(
    `select provider || ' ' || event_type || ', ' || state || ' after ' || tries || ' tries: '
        || coalesce(last_error, 'no error') as event
      from payment_events where school_id = any($1) and state in ('received', 'failed')`,
    [schools.map(({ school_id }) => school_id)],
  )
  for (const { event } of events) findings.violations.push(`a webhook was not handled: ${event}`)
}

/** Journals, trial balance, the sums of each account, and what reconciliation reported. */
async function checkLedger({ world, schools }: PaymentEnvironment, findings: Findings) {
  const ids = schools.map(({ school_id }) => school_id)
  const unbalanced = await world.ask(
    `select from ledger_journals j where school_id = any($1) and (select sum(amount) from unnest(amounts) amount) <> 0`,
    [ids],
  )
  const trial = await world.ask(
    `select j.currency from ledger_journals j, unnest(amounts) amount where school_id = any($1)
      group by j.school_id, j.currency having sum(amount) <> 0`,
    [ids],
  )
  const sums = await world.ask(
    `select from (select school_id, currency, sum(a.amount) as amount from ledger_journals,
          unnest(accounts, amounts) as a(account, amount)
        where school_id = any($1) and a.account = 'provider_clearing' group by 1, 2) j
      full join (select school_id, currency, sum(provider_clearing) as amount from ledger_balances
        where school_id = any($1) group by 1, 2) b using (school_id, currency)
      where j.amount is distinct from b.amount`,
    [ids],
  )
  const differences = await world.ask<{ kind: string }>(
    'select kind from reconciliation_differences where school_id = any($1)',
    [[...ids, PLATFORM_ID]],
  )
  const runs = await world.ask<{ state: string }>(
    'select state from reconciliation_runs where school_id = any($1)',
    [[...ids, PLATFORM_ID]],
  )
  const broken = {
    'journals do not add up to zero': unbalanced.length,
    'currencies do not add up to zero': trial.length,
    'stored sums differ from the journals': sums.length,
    [`differences remain: ${differences.map(({ kind }) => kind).join(' ')}`]: differences.length,
    'comparisons with a provider failed': runs.filter(({ state }) => state !== 'succeeded').length,
    'comparisons are missing': Math.max(0, providerNames.length - runs.length),
  }
  for (const [what, count] of Object.entries(broken))
    if (count > 0) findings.violations.push(`${count} ${what}`)
}

/** Each order has one receipt; a copy of one that was being sent when its worker died has the same Message-ID. */
function checkReceipts({ world }: PaymentEnvironment, { purchases }: PurchaseLedger, findings: Findings) {
  const receipts = new Map<string, Set<string>>()
  for (const { headers, parts } of world.mailbox.letters) {
    const number = receiptNumber.exec(parts['text/plain'] ?? '')?.[1]
    if (number) receipts.set(number, (receipts.get(number) ?? new Set()).add(headers['message-id'] ?? ''))
  }
  for (const { order_id } of purchases) {
    const copies = receipts.get(orderNumber(order_id ?? ''))?.size ?? 0
    if (copies === 0) findings.lost += 1
    if (copies > 1) findings.doubled += 1
  }
}

/** Webhooks that no process has accepted. */
function checkWebhooks({ accounts }: PaymentEnvironment, findings: Findings) {
  for (const name of providerNames) {
    const lost = accounts[name].webhooks().filter(({ status }) => status !== 200)
    findings.lost += lost.length
    if (lost.length > 0) findings.violations.push(`${lost.length} webhooks of ${name} were not accepted`)
  }
}
