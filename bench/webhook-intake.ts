import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#app.ts'
import { paymentReference } from '#payments/records/payment-reference.ts'
import { newId } from '#platform/security/tokens.ts'
import type { BenchFixture } from './bench-fixture.ts'
import { statementsOfTransaction, type createStatementLog, type Recording } from './record.ts'
import type { Scenario } from './scenarios.ts'

/** Also signs the webhooks. Nothing calls the provider: no worker runs. */
export const paystackKey = 'sk_live_bench'
/** Webhooks per second that an installation accepts in any case. */
const minRate = 200

const url = '/api/payments/v1/webhooks/paystack'

let transaction_id = 1_000_000_000

/** A signed webhook of a payment, different each time: a repeated one would not be stored. */
function nextWebhook({ school_id }: BenchFixture) {
  const reference = paymentReference(school_id, newId())
  transaction_id += 1
  const body = JSON.stringify({
    event: 'charge.success',
    data: {
      id: transaction_id,
      domain: 'live',
      status: 'success',
      reference,
      amount: 750_000,
      currency: 'NGN',
    },
  })
  const signature = createHmac('sha512', paystackKey).update(body).digest('hex')
  const headers = { host: 'localhost', 'content-type': 'application/json', 'x-paystack-signature': signature }
  return { headers, body }
}

/** Accepting webhooks: signature, row of the inbox and job. */
export const webhookIntake: Scenario = {
  name: 'webhooks',
  bar: 0.6,
  minRate,
  target: (fixture) => ({ url, method: 'POST', turns: [], nextTurn: () => nextWebhook(fixture) }),
  recordCall: recordWebhook,
}

/** The statements of one webhook. The floor replaces what differs from webhook to webhook. */
async function recordWebhook(
  app: App,
  log: ReturnType<typeof createStatementLog>,
  fixture: BenchFixture,
): Promise<Recording['calls'][number]> {
  const send = async () => {
    const { headers, body } = nextWebhook(fixture)
    const answer = await app.http.inject({ method: 'POST', url, headers, payload: body })
    if (answer.statusCode !== 200)
      throw new Error(`a webhook was answered ${answer.statusCode}: ${answer.body}`)
    return answer.body
  }
  await send()
  await sleep(30)
  log.take()
  const answer = await send()
  const { startStatement, statements } = statementsOfTransaction(log.take())
  const inserted = statements.find(({ sql }) => sql.includes('payment_events'))
  const event_id = inserted?.parameters[1]
  if (typeof event_id !== 'string') throw new Error('a webhook was not stored')
  const replaced = { [event_id]: 'uuid' as const, [String(transaction_id)]: 'number' as const }
  return { name: 'webhooks', method: 'POST', startStatement, turns: [{ statements, answer, replaced }] }
}
