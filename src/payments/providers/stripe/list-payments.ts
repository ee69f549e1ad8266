import type Stripe from 'stripe'
import type { ListedPayment } from '../provider.ts'
import { readTime, readValues } from '../reading-replies.ts'
import { fromStripeAmount } from './amounts.ts'
import { readFee } from './read-intent.ts'
import type { StripeClient } from './stripe-client.ts'

const operation = 'listPayments'

/** Successful charges of the period. A charge carries the metadata of its PaymentIntent, and so our reference. */
export async function* listStripePayments(
  client: StripeClient,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<ListedPayment> {
  let starting_after: string | undefined
  for (;;) {
    const page = await client.run(operation, (sdk) =>
      sdk.charges.list({
        created: { gte: seconds(from), lt: seconds(to) },
        limit: 100,
        expand: ['data.balance_transaction'],
        ...(starting_after && { starting_after }),
      }),
    )
    for (const charge of page.data)
      if (charge.status === 'succeeded' && charge.payment_intent)
        yield readValues({ provider: 'stripe', operation }, () => readCharge(charge))
    starting_after = page.data.at(-1)?.id
    if (!page.has_more || !starting_after) return
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

function readCharge(charge: Stripe.Charge): ListedPayment {
  const intent = charge.payment_intent!
  return {
    transaction_id: typeof intent === 'string' ? intent : intent.id,
    reference: charge.metadata.reference ?? '',
    amount: fromStripeAmount(charge.amount_captured, charge.currency),
    fee: readFee(charge),
    refunded: fromStripeAmount(charge.amount_refunded, charge.currency),
    mode: charge.livemode ? 'live' : 'test',
    paid_at: readTime(charge.created),
  }
}
